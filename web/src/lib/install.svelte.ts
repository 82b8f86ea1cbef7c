// Browsers that can install the client say so once, early; the settings then have a button for it.

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<Offer | null>(null);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // no banner: whoever wants it finds the button
  offer = event as Offer;
});
addEventListener('appinstalled', () => (offer = null));

export const canInstall = (): boolean => offer !== null;

/** Asks the browser to install the client; it may do so once. */
export async function install(): Promise<void> {
  const taken = offer;
  offer = null;
  await taken?.prompt();
}
