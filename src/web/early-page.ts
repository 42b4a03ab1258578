/**
 * Handles input before React loads. On a slow line, visitors can read, click, and type long before the script
 * arrives. A script in the head removes tokens from the address and records clicked buttons and submitted
 * forms. It also reserves the header space of a known visitor and marks that scripts run.
 */
import { factiivReturnPath } from '#contract/pages.ts';

declare global {
  interface Window {
    /** Returns the buttons that were clicked so far. React handles clicks after the first call. */
    takeEarlyClicks?: () => HTMLButtonElement[];
    takeEarlySubmit?: (form: HTMLFormElement) => boolean;
    /**
     * The query of Factiiv's redirect, possibly empty. It contains a key, so it stays in memory only and is
     * deleted after use.
     */
    factiivAnswer?: string;
  }
}

/**
 * Inlined in the head, because no bundle is loaded yet. Only buttons that need our script are recorded:
 * links, form fields, submit buttons, and native popover buttons work without it. A recorded click is
 * stopped. Otherwise React could handle it as well and run it twice. A clicked button looks busy. Only forms
 * with `method="post"` are held until they call `takeEarlySubmit`. The router replaces history entries
 * without a `key`. Entering the address of the open page again keeps the state of the history entry. In that
 * case the result of a used link is discarded, while a reload keeps it.
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

/** Clicks each recorded button once. Several clicks on the same button do not add a product several times. */
export function replayEarlyClicks(): void {
  for (const button of window.takeEarlyClicks?.() ?? []) if (button.isConnected) button.click();
  // For performance measurements and browser tests: from here on React handles clicks.
  performance.mark('alive');
}
