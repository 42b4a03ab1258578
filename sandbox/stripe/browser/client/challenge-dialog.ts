/**
 * The dialog in the shop's page that shows the 3-D Secure challenge. As a native modal dialog it makes the
 * page inert, Escape cancels it, and it is above any spinner of the shop. It reports only that it ended; the
 * result is read from the API.
 */
import { readFromChallenge, wrap } from './protocol.ts';
import type { Api } from './api.ts';

/**
 * Resolves when the customer has answered or canceled. `unreachable` means that the bank's page could not be
 * shown or used.
 */
export function showChallenge(api: Api, address: string): Promise<'answered' | 'unreachable'> {
  const frameId = `challenge-${crypto.randomUUID()}`;
  const target = new URL(address, api.origin);
  if (target.origin !== api.origin) return Promise.resolve('unreachable');
  target.hash = new URLSearchParams({ frame: frameId, parent: window.location.origin }).toString();
  const { dialog, frame } = build(frameId, target.href);
  const focusedBefore = document.activeElement;
  return new Promise((resolve) => {
    const finish = (outcome: 'answered' | 'unreachable'): void => {
      window.removeEventListener('message', onMessage);
      dialog.close();
      dialog.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve(outcome);
    };
    const onMessage = (event: MessageEvent): void => {
      if (event.origin !== api.origin || event.source !== frame.contentWindow) return;
      const message = readFromChallenge(event.data, frameId);
      if (message !== null) finish(message.type === 'challenge' ? 'answered' : 'unreachable');
    };
    window.addEventListener('message', onMessage);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      frame.contentWindow?.postMessage(wrap(frameId, { type: 'ask-cancel' }), api.origin);
    });
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();
  });
}

/**
 * The dialog fills the window and draws the backdrop itself, because `::backdrop` cannot be styled without a
 * style sheet.
 */
function build(frameId: string, address: string): { dialog: HTMLDialogElement; frame: HTMLIFrameElement } {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Card authentication');
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '16px',
    boxSizing: 'border-box',
    border: '0',
    display: 'grid',
    placeItems: 'center',
    overflow: 'auto',
    background: 'rgb(15 23 42 / 0.6)',
    pointerEvents: 'auto',
    colorScheme: 'light',
  });
  const frame = document.createElement('iframe');
  frame.title = 'Card authentication frame';
  frame.name = frameId;
  frame.src = address;
  Object.assign(frame.style, {
    display: 'block',
    border: '0',
    width: '100%',
    maxWidth: '440px',
    height: '100%',
    maxHeight: '460px',
    borderRadius: '12px',
    background: '#ffffff',
    boxShadow: '0 24px 64px rgb(15 23 42 / 0.35)',
    colorScheme: 'light',
  });
  dialog.append(frame);
  return { dialog, frame };
}
