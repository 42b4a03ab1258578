/**
 * What must not wait for React: on a slow line a page can be read, pressed and filled in long before its script arrives.
 * A few lines in the head take tokens out of the address, remember pressed buttons and sent forms, keep the place of a known visitor, and
 * mark the page as one whose scripts run.
 */
import { factiivReturnPath } from '#kernel/pages.ts';
import { cartKey, cartVersion } from '#web/features/cart/stored-cart.ts';

declare global {
  interface Window {
    /** The buttons that were pressed, and the link that was pressed after them, if any. */
    takeEarlyClicks?: () => { buttons: HTMLButtonElement[]; next: HTMLAnchorElement | null };
    takeEarlySubmit?: (form: HTMLFormElement) => boolean;
    /** The query that Factiiv came back with, also an empty one: in memory only, because it carries a key. Gone once it is used. */
    factiivAnswer?: string;
  }
}

/**
 * Stands in the head as text, because no bundle has been loaded by then. Only buttons that need our script are remembered: links, form
 * fields, submit buttons and buttons with a job of the browser's own work by themselves. A remembered click goes no further: React may
 * hear clicks a moment before the cart is loaded and the remembered ones are taken over, and would do them twice. A pressed button looks
 * busy. What a button marked `data-lasting` does must not be lost when the visitor goes on: a link within our pages waits for it, for five
 * seconds, and the product that the mark holds is written into the kept cart when the page is left before, where it is checked on reading.
 * Of the forms only those that are posted are held back: each says through `takeEarlySubmit` when it can take care of itself.
 * Whoever waits long for a button or a form is told why. The router replaces a history entry without a `key`.
 */
export const earlyPageScript = `(() => {
  const url = new URL(location.href), tokens = {};
  for (const name of ['resetToken', 'confirmToken', 'stopToken', 'token']) if (url.searchParams.has(name)) {
    tokens[name] = url.searchParams.get(name);
    url.searchParams.delete(name);
  }
  const key = Math.random().toString(32).slice(2);
  if (Object.keys(tokens).length) history.replaceState({ key, ...history.state, linkTokens: tokens }, '', url);
  if (url.pathname === '${factiivReturnPath}') {
    window.factiivAnswer = url.search;
    history.replaceState({ key, ...history.state }, '', url.pathname);
  }
  document.documentElement.dataset.script = '';
  try {
    if (localStorage.getItem('accessToken')) document.documentElement.dataset.session = '';
  } catch {}
  const pressed = new Set(), sent = new Set(), alive = new WeakSet();
  const note = document.createElement('p'), again = document.createElement('a');
  let next = null;
  const tellLate = () => {
    note.setAttribute('role', 'alert');
    note.className = 'fixed inset-x-4 bottom-4 z-30 mx-auto max-w-line rounded-md bg-warn-soft p-4 text-ink shadow-lift';
    again.href = location.pathname + location.search;
    again.className = 'underline underline-offset-4';
    again.textContent = 'load the page again';
    note.replaceChildren('This takes longer than usual. Check your connection and ', again, '.');
    document.body.append(note);
  };
  const waiting = () => [...pressed, ...sent].some((one) => one.isConnected);
  const wait = () => waiting() || setTimeout(() => waiting() && tellLate(), 8000);
  const keepLink = (event, link) => {
    const isOurs = link.origin === location.origin && !link.target && link.pathname !== location.pathname;
    const opensHere = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link === again || !isOurs || !opensHere || ![...pressed].some((button) => 'lasting' in button.dataset)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) setTimeout(() => next && location.assign(next.href), 5000);
    next = link;
  };
  const remember = (event) => {
    const target = event.target instanceof Element && event.target.closest('a[href], button');
    if (!target) return;
    if (target.localName === 'a') return keepLink(event, target);
    if (!target.matches('[type="button"]:not([popovertarget], [commandfor])')) return;
    wait();
    pressed.add(target);
    target.dataset.early = '';
    event.stopPropagation();
  };
  addEventListener('click', remember, true);
  addEventListener('submit', (event) => {
    if (event.target.method !== 'post' || alive.has(event.target)) return;
    event.preventDefault();
    wait();
    sent.add(event.target);
  }, true);
  addEventListener('pagehide', () => {
    next = null;
    const lasting = [...pressed].filter((button) => button.dataset.lasting);
    if (!lasting.length) return;
    try {
      const cart = JSON.parse(localStorage.getItem('${cartKey}')) ?? { version: ${cartVersion}, cartProducts: [] };
      if (cart.version !== ${cartVersion}) return;
      for (const button of lasting) cart.cartProducts.push(JSON.parse(button.dataset.lasting));
      localStorage.setItem('${cartKey}', JSON.stringify(cart));
      for (const button of lasting) {
        delete button.dataset.early;
        pressed.delete(button);
      }
    } catch {}
  });
  window.takeEarlyClicks = () => {
    removeEventListener('click', remember, true);
    const taken = { buttons: [...pressed], next };
    for (const button of pressed) delete button.dataset.early;
    pressed.clear();
    note.remove();
    next = null;
    return taken;
  };
  window.takeEarlySubmit = (form) => {
    alive.add(form);
    note.remove();
    return sent.delete(form);
  };
})();`;

/** Each button once, however often it was pressed: nobody meant to add a product twice. */
export function replayEarlyClicks(): void {
  const { buttons, next } = window.takeEarlyClicks?.() ?? { buttons: [], next: null };
  for (const button of buttons) if (button.isConnected) button.click();
  if (next?.isConnected) next.click();
  else if (next) window.location.assign(next.href);
  // For whoever measures, and for the stories: from here on the page does by itself what is pressed.
  performance.mark('alive');
}
