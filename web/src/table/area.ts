// Which part of the canvas a territory shows.

import { frameAround, reachable, type Frame } from '../lib/canvas';

const MARGIN = 2; // a domino reaches no further than this from what is there

/** The cells around a territory: where a domino may come while one is placed, else just the frame. */
export function areaOf(cells: number[], frame: number, isPlacing: boolean): Frame {
  const now = frameAround(cells);
  if (isPlacing) {
    const limit = reachable(cells, frame);
    const left = Math.max(limit.left, now.left - MARGIN);
    const bottom = Math.max(limit.bottom, now.bottom - MARGIN);
    const right = Math.min(limit.left + limit.width, now.left + now.width + MARGIN);
    const top = Math.min(limit.bottom + limit.height, now.bottom + now.height + MARGIN);
    return { left, bottom, width: right - left, height: top - bottom };
  }
  const [wide, high] = [Math.max(frame, now.width), Math.max(frame, now.height)];
  const left = Math.round(now.left - (wide - now.width) / 2);
  const bottom = Math.round(now.bottom - (high - now.height) / 2);
  return { left, bottom, width: wide, height: high };
}
