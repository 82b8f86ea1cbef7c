// The score table as a PNG, made on the device.

import { flushSync, mount, unmount } from 'svelte';
import ScorePicture from './ScorePicture.svelte';
import type { Viewer } from './viewer.svelte';

const SCALE = 1.6; // sharp, and still small to send

/** A drawing that stands alone, as text: the symbols it uses come along. */
function drawingOf(viewer: Viewer, words: { title: string; facts: string; verdict: string }): { text: string; width: number; height: number } {
  const holder = document.createElement('div');
  const mounted = mount(ScorePicture, { target: holder, props: { viewer, ...words } });
  flushSync();
  const svg = holder.querySelector('svg')!;
  const symbols = [...document.querySelectorAll('svg.defs > *')].map((node) => node.cloneNode(true));
  svg.prepend(...symbols);
  const text = new XMLSerializer().serializeToString(svg);
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  void unmount(mounted);
  return { text, width, height };
}

/** The score table as a picture; rejects if the browser can't draw it. */
export async function pictureOf(viewer: Viewer, words: { title: string; facts: string; verdict: string }): Promise<File> {
  const { text, width, height } = drawingOf(viewer, words);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], `crownfire-${viewer.opened.table || 'score'}.png`, { type: 'image/png' });
}
