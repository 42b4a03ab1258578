/**
 * Clicks that come before React: on a slow line a page can be read, and pressed, long before its script arrives.
 * A few lines in the head remember which buttons were pressed; once React has taken the page over they are pressed again.
 */
declare global {
  interface Window {
    takeEarlyClicks?: () => HTMLButtonElement[];
  }
}

/**
 * Stands in the head as text, because no bundle has been loaded by then. Only buttons that need our script are remembered:
 * links, form fields, submit buttons and buttons with a job of the browser's own work by themselves.
 */
export const earlyClicksScript = `(() => {
  const pressed = new Set();
  const remember = ({ target }) => {
    const button = target instanceof Element && target.closest('button[type="button"]:not([popovertarget], [commandfor])');
    if (button) pressed.add(button);
  };
  addEventListener('click', remember, true);
  window.takeEarlyClicks = () => {
    removeEventListener('click', remember, true);
    const buttons = [...pressed];
    pressed.clear();
    return buttons;
  };
})();`;

/** Each button once, however often it was pressed: nobody meant to add a product twice. */
export function replayEarlyClicks(): void {
  for (const button of window.takeEarlyClicks?.() ?? []) if (button.isConnected) button.click();
}
