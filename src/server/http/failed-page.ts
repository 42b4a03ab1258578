/** Fallback pages for failed renders and overload. They need no build, no script, and no stylesheet. */
import type { RenderedPage } from '#contract/pages.ts';
import { site } from '#content/site.ts';

const plainPage = (title: string, nonce: string | null, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${site.name}</title>
${head}${
  nonce === null
    ? ''
    : `<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif; color: #0c2b30; background: #fbf7ee }
main { max-inline-size: 34rem; margin: 15vh auto; padding-inline: 1.5rem }
a { color: inherit }
@media (prefers-color-scheme: dark) { :root { color: #f1ebdd; background: #0a1d21 } }
</style>
`
}</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

export const failedPage = (nonce: string, email: string): RenderedPage => ({
  status: 500,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body: Buffer.from(
    plainPage(
      'Unexpected Application Error!',
      nonce,
      `<h1>Unexpected Application Error!</h1>
<p>Something went wrong on our side. Nothing you did caused it, and nothing was charged by this page.</p>
<p><a href="">Try again</a> or <a href="/products">see our services</a>. If it happens again, write to <a href="mailto:${email}">${email}</a>.</p>`,
    ),
  ),
});

/**
 * Replaces the page that a buyer returns to after payment. The charge is unknown at this moment, so the page
 * reports neither result and reloads.
 */
export const checkingPage = (reloadAfterSeconds: number): string =>
  plainPage(
    'Your payment',
    null,
    `<h1>We are checking your payment</h1>
<p>The shop is very busy right now. This page refreshes automatically. Please leave it open, and do not pay again.</p>
<p><a href="">Check again</a></p>`,
    `<meta http-equiv="refresh" content="${reloadAfterSeconds}">\n`,
  );

/** Page for a rejected request under load. It is small because it is sent when the shop is busiest. */
export const busyPage = (sentence: string): string =>
  plainPage(
    'One moment, please',
    null,
    `<h1>One moment, please</h1>\n<p>${sentence}.</p>\n<p><a href="">Try again</a></p>`,
  );
