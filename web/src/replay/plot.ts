// The geometry of the score curve.

export interface Frame {
  width: number;
  height: number;
}

export const MARGIN = { left: 38, right: 14, top: 12, bottom: 40 } as const;
/** The outlines of the marks around 0, 0: a circle, a square, a triangle, a diamond. */
export const MARKS = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  'M-4.5-4.5h9v9h-9z',
  'M0-6L5.6 4.2H-5.6z',
  'M0-6.4L6 0L0 6.4L-6 0z',
] as const;
export const DASHES = ['', '9 4', '2 4', '12 4 2 4'] as const;

/** Round numbers from 0 up to the most or just above it: at most `wanted` steps. */
export function ticks(most: number, wanted = 5): number[] {
  const rough = Math.max(1, most) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!);
  const count = Math.ceil(Math.max(1, most) / size);
  return Array.from({ length: count + 1 }, (_, index) => index * size);
}

export class Scale {
  constructor(
    readonly frame: Frame,
    readonly last: number, // step
    readonly top: number, // points
  ) {}
  get right(): number {
    return this.frame.width - MARGIN.right;
  }
  get bottom(): number {
    return this.frame.height - MARGIN.bottom;
  }
  x = (step: number): number => MARGIN.left + ((this.right - MARGIN.left) * step) / Math.max(1, this.last);
  y = (points: number): number => this.bottom - ((this.bottom - MARGIN.top) * points) / Math.max(1, this.top);

  /** The step nearest to a place of the plot. */
  stepAt(x: number): number {
    const step = Math.round(((x - MARGIN.left) / (this.right - MARGIN.left)) * this.last);
    return Math.min(this.last, Math.max(0, step));
  }

  /** A curve: level until the points change, then straight up or down. */
  path(points: number[]): string {
    const short = (value: number) => String(Math.round(value * 10) / 10);
    let path = `M${short(this.x(0))} ${short(this.y(points[0] ?? 0))}`;
    points.forEach((value, step) => {
      if (step > 0 && value !== points[step - 1]) path += `H${short(this.x(step))}V${short(this.y(value))}`;
    });
    return `${path}H${short(this.x(points.length - 1))}`;
  }
}

/** Where a curve carries its mark: after some of the changes, not too near to each other, and at the end. */
export function markedSteps(points: number[], apart: number): number[] {
  const found: number[] = [];
  const last = points.length - 1;
  points.forEach((value, step) => {
    const isFar = step - (found.at(-1) ?? -apart) >= apart && last - step >= apart / 2;
    if (step > 0 && value !== points[step - 1] && isFar) found.push(step);
  });
  return [...found, last];
}
