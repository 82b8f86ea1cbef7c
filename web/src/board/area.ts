// Which part of the canvas a board shows.

import { areaAround, cellAt, type Area } from '../game/canvas';

/** All the cells that a territory of at most `size` × `size` may still reach. */
export function reachable(cells: Iterable<number>, size: number): Area {
  const now = areaAround(cells);
  const [wide, high] = [Math.max(0, size - now.width), Math.max(0, size - now.height)];
  return { left: now.left - wide, bottom: now.bottom - high, width: now.width + 2 * wide, height: now.height + 2 * high };
}

/** The cells around what lies there and what may come, with the frame's size at least. */
export function areaOf(cells: number[], size: number, frame: Area | null = null): Area {
  const now = areaAround(frame ? [...cells, cellAt(frame.left, frame.bottom), cellAt(frame.left + frame.width - 1, frame.bottom + frame.height - 1)] : cells);
  const [width, height] = [Math.max(size, now.width), Math.max(size, now.height)];
  const left = Math.round(now.left - (width - now.width) / 2);
  const bottom = Math.round(now.bottom - (height - now.height) / 2);
  return { left, bottom, width, height };
}
