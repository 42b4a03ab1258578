/** Records what a page does while it contains content that might run. */
import type { Page } from '@playwright/test';

/** Records scripts that run, policy violations, and requests to other origins. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const seen: string[] = [];
  const note = (what: string): void => void seen.push(`${what} on ${page.url()}`);
  page.on('dialog', (dialog) => {
    note(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => request.url().startsWith(origin) || note(`asked ${request.url()}`));
  for (const name of ['ran', 'RAN']) await page.exposeFunction(name, () => note('a script ran'));
  await page.exposeFunction('reported', (what: string) => note(`the policy stopped ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reported } = window as unknown as { reported(what: string): void };
      reported(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return seen;
}

/**
 * Elements that our screens never contain: event handlers in markup, scripts in URLs, and embedded documents.
 * The email preview is excluded, because its frame is sandboxed.
 */
export const activeElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data']);
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const wrong = [...element.attributes].filter(
        ({ name, value }) =>
          /^on/i.test(name) ||
          name === 'srcdoc' ||
          (urlAttributes.has(name) && /^\s*(javascript|data|vbscript):/i.test(value)),
      );
      const isPreview =
        element.localName === 'iframe' &&
        element.getAttribute('sandbox') === '' &&
        /^\/api\/email-preview\?/.test(element.getAttribute('src') ?? '');
      const brings =
        !isPreview &&
        /^(iframe|object|embed|base|marquee|math|frameset|foreignobject)$/i.test(element.localName);
      const isScript = element.localName === 'script' && /^\W*ran\(/.test(element.textContent ?? '');
      return [
        ...wrong.map(({ name }) => `${element.localName} ${name}`),
        ...(brings || isScript ? [element.localName] : []),
      ];
    });
  });
