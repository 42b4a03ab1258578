/**
 * What must not wait for React: on a slow line a page can be read, pressed and filled in long before its script arrives.
 * A few lines in the head take tokens out of the address, remember pressed buttons and sent forms, keep the place of a known visitor, and
 * mark the page as one whose scripts run.
 */
import { factiivReturnPath } from '#kernel/pages.ts';

declare global {
  interface Window {
    /** The buttons that were pressed. Asked once: from then on a click is React's. */
    takeEarlyClicks?: () => HTMLButtonElement[];
    takeEarlySubmit?: (form: HTMLFormElement) => boolean;
    /** The query that Factiiv came back with, also an empty one: in memory only, because it carries a key. Gone once it is used. */
    factiivAnswer?: string;
  }
}

/**
 * Stands in the head as text, because no bundle has been loaded by then. Only buttons that need our script are remembered: links, form
 * fields, submit buttons and buttons with a job of the browser's own work by themselves. A remembered click goes no further: React may
 * hear clicks a moment before the cart is loaded and the remembered ones are taken over, and would do them twice. A pressed button looks
 * busy. Of the forms only those that are posted are held back: each says through `takeEarlySubmit` when it can take care of itself.
 * The router replaces a history entry without a `key`. The address of the open page, typed again, keeps the state of its history entry: the
 * result of a used link is then dropped, while a reload keeps it.
 */
export const earlyPageScript = `(() => {
  const url = new URL(location.href), tokens = {};
  for (const name of ['resetToken', 'confirmToken', 'stopToken', 'token']) if (url.searchParams.has(name)) {
    tokens[name] = url.searchParams.get(name);
    url.searchParams.delete(name);
  }
  const key = Math.random().toString(32).slice(2);
  if (history.state && history.state.linkDone && performance.getEntriesByType('navigation')[0]?.type === 'navigate')
    history.replaceState({ ...history.state, linkDone: undefined }, '');
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
  const remember = (event) => {
    const target = event.target instanceof Element && event.target.closest('a[href], button');
    if (!target || !target.matches('[type="button"]:not([popovertarget], [commandfor])')) return;
    pressed.add(target);
    target.dataset.early = '';
    event.stopPropagation();
  };
  addEventListener('click', remember, true);
  addEventListener('submit', (event) => {
    if (event.target.method !== 'post' || alive.has(event.target)) return;
    event.preventDefault();
    sent.add(event.target);
  }, true);
  window.takeEarlyClicks = () => {
    removeEventListener('click', remember, true);
    for (const button of pressed) delete button.dataset.early;
    return [...pressed];
  };
  window.takeEarlySubmit = (form) => {
    alive.add(form);
    return sent.delete(form);
  };
})();`;

/** Each button once, however often it was pressed: nobody meant to add a product twice. */
export function replayEarlyClicks(): void {
  for (const button of window.takeEarlyClicks?.() ?? []) if (button.isConnected) button.click();
  // For whoever measures, and for the stories: from here on the page does by itself what is pressed.
  performance.mark('alive');
}
