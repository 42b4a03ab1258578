/**
 * The script of the bank's page inside the shop's dialog. Opened directly, the page works without it, with
 * plain forms. In the dialog each answer is sent in the background and reported to the shop. It must run
 * before the buttons exist: an earlier click would leave the dialog without an answer.
 */
import { isCancelRequest, type FromChallenge, wrap } from './protocol.ts';

const settings = new URLSearchParams(window.location.hash.slice(1));
const frameId = settings.get('frame') ?? '';
const shopOrigin = settings.get('parent') ?? '';
const isEmbedded = window.parent !== window && frameId !== '' && URL.canParse(shopOrigin);
const buttons = (): HTMLButtonElement[] => [
  ...document.querySelectorAll<HTMLButtonElement>('button[name="outcome"]'),
];

const postToShop = (message: FromChallenge): void =>
  window.parent.postMessage(wrap(frameId, message), shopOrigin);

async function answer(outcome: 'complete' | 'fail' | 'cancel'): Promise<void> {
  for (const button of buttons()) button.disabled = true;
  try {
    const response = await fetch(window.location.pathname, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ outcome }),
    });
    postToShop(response.ok ? { type: 'challenge', outcome } : { type: 'challenge-error' });
  } catch {
    postToShop({ type: 'challenge-error' });
  }
}

if (isEmbedded) {
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    if (pressed === 'complete' || pressed === 'fail' || pressed === 'cancel') void answer(pressed);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void answer('cancel');
  });
  window.addEventListener('message', (event) => {
    if (event.source === window.parent && event.origin === shopOrigin && isCancelRequest(event.data, frameId))
      void answer('cancel');
  });
  document.addEventListener('DOMContentLoaded', () => buttons()[0]?.focus());
}
