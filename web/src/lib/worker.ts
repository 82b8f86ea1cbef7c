// Keeps the client on the device, so that it opens without a network (see src/worker).

/** Registers the worker where there can be one: over https, or on this very machine. */
export async function keepClient(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  // A new worker takes over once a page of its own version is the only one that is open: it hears which script we run.
  const tell = (): void => registration.waiting?.postMessage(new URL(import.meta.url).pathname);
  tell();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell));
}
