// A soft sound when it is my turn, if sounds are on.

import { settings } from '../lib/settings.svelte';

let context: AudioContext | undefined;

export function ping(): void {
  if (settings.sound) sound();
}

export function sound(): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, hertz] of [523, 784].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    tone.type = 'sine';
    volume.gain.setValueAtTime(0.0001, start + index * 0.12);
    volume.gain.exponentialRampToValueAtTime(0.16, start + index * 0.12 + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + index * 0.12 + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(start + index * 0.12);
    tone.stop(start + index * 0.12 + 0.4);
  }
}
