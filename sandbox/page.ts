/**
 * Layout of the sandbox's pages (dashboard, mailbox): one template and one escaping tag, no script, no
 * external file. Values in `html` are escaped unless `html` or `raw` produced them.
 */

/** HTML that must not be escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeHtml(String(part));
};

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''));

/** Only for text that is known to be safe, such as our own style sheet. */
export const raw = (text: string): Html => new Html(text);

/** The pages of one origin: the brand, the navigation sections, and the footer. */
export type Site = { brand: string; sections: { path: string; title: string }[]; footer: string };

const ownSite: Site = {
  brand: 'Stateside',
  sections: [
    { path: '/', title: 'Sandbox' },
    { path: '/stripe', title: 'Payments' },
    { path: '/mailbox', title: 'Mailbox' },
  ],
  footer: 'Nothing here is real: no card is charged and no mail leaves this machine.',
};

export type Page = {
  title: string;
  body: Html;
  /** A page for the shop's customers, without navigation to the rest of the sandbox. */
  isForCustomers?: boolean;
  /** Path of the section that is marked as current in the navigation. */
  current?: string;
  /** For pages of another origin than the main sandbox. */
  site?: Site;
};

const navigation = ({ sections }: Site, current: Page['current']): Html =>
  html`<nav aria-label="Sandbox">${sections.map(
    (section) =>
      html`<a href="${section.path}"${section.path === current && raw(' aria-current="page"')}>${section.title}</a>`,
  )}</nav>`;

/** Renders a whole document with inline styles; serve it with `pageHeaders`. */
export const page = ({ title, body, current, isForCustomers = false, site = ownSite }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${site.brand} sandbox</title>
<link rel="icon" href="data:,">
<style>${raw(styles)}</style>
</head>
<body>
<header class="top">
${isForCustomers ? html`<span class="brand">${site.brand} <span>sandbox</span></span>` : html`<a class="brand" href="/">${site.brand} <span>sandbox</span></a>`}
${!isForCustomers && navigation(site, current)}
</header>
<main>${body}</main>
<footer>${site.footer}</footer>
</body>
</html>`.text;

/** No external resource loads and no script runs. A page with a frame or form extends this policy. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const styles = `
:root { color-scheme: light dark; --paper: #faf7f1; --card: #fff; --ink: #10292c; --quiet: #566769; --line: #ddd8cd; --accent: #b23c17; --on-accent: #fff;
  --ok: #1c6b45; --ok-soft: #e1f0e7; --warn: #855400; --warn-soft: #faeed3; --danger: #a4262c; --danger-soft: #fae3e3; --neutral-soft: #eceae4; }
@media (prefers-color-scheme: dark) { :root { --paper: #0c1a1c; --card: #132527; --ink: #eef0ea; --quiet: #a3b3b2; --line: #2a3f41; --accent: #ff9a70; --on-accent: #1d0d06;
  --ok: #86d9ad; --ok-soft: #153a2a; --warn: #f2c46d; --warn-soft: #3d2f10; --danger: #ff9c9c; --danger-soft: #44191b; --neutral-soft: #22383a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 28px; padding: 12px max(16px, calc((100% - 960px) / 2)); border-bottom: 1px solid var(--line); background: var(--card); }
.brand { font-weight: 700; font-size: 18px; letter-spacing: -0.01em; color: var(--ink); text-decoration: none; }
.brand span { margin-left: 4px; padding: 2px 8px; border-radius: 99px; background: var(--warn-soft); color: var(--warn); font-size: 13px; font-weight: 600; letter-spacing: 0; }
nav { display: flex; flex-wrap: wrap; gap: 2px 4px; margin-left: -10px; }
nav a { padding: 8px 10px; border-radius: 8px; color: var(--quiet); text-decoration: none; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); background: var(--neutral-soft); font-weight: 600; }
main { flex: 1; width: 100%; max-width: 992px; margin: 0 auto; padding: 24px 16px 56px; }
footer { padding: 16px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 14px; text-align: center; }
h1 { margin: 0 0 4px; font-size: clamp(24px, 5vw, 32px); line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 18px; line-height: 1.3; }
p { margin: 0 0 12px; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 14px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { margin: 0; padding: 16px; overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.card { border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: 16px; overflow-wrap: anywhere; }
.empty { padding: 56px 24px; text-align: center; border: 1px dashed var(--line); border-radius: 12px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 10px 16px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:last-child > th, tr:last-child > td { border-bottom: 0; }
thead th { color: var(--quiet); font-size: 13px; font-weight: 600; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.nowrap { white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(90px, max-content) 1fr; gap: 6px 16px; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; background: var(--neutral-soft); font-size: 13px; font-weight: 600; white-space: nowrap; }
.badge.ok { background: var(--ok-soft); color: var(--ok); }
.badge.warn { background: var(--warn-soft); color: var(--warn); }
.badge.danger { background: var(--danger-soft); color: var(--danger); }
button, .button { display: inline-block; min-height: 40px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--ink);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
input, select { min-height: 40px; padding: 6px 10px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; }
form.inline { display: inline; }
.narrow { max-width: 560px; margin: 0 auto; }
.scroll + p, .stack + p { margin-top: 16px; }
.stack { display: grid; gap: 16px; }
.stack label { display: grid; gap: 4px; font-weight: 600; }
.stack label.choice { grid-template-columns: auto 1fr; align-items: center; gap: 12px; min-height: 44px; }
.stack .choice input { min-height: 0; width: 20px; height: 20px; margin: 0; }
fieldset { display: grid; gap: 4px; margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 4px; font-weight: 600; }
::placeholder { color: var(--quiet); opacity: 1; }
table.wide td:first-child { min-width: 180px; }
.stack input { font-weight: 400; min-height: 44px; }
.stack button { min-height: 48px; }
[aria-invalid="true"] { border-color: var(--danger); }
.problem { color: var(--danger); border-color: var(--danger); background: var(--danger-soft); }
tbody th { font-weight: 600; }
.row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; margin-bottom: 20px; }
`;
