/**
 * The layout of every email: one column of tables, 600 pixels at most, inline styles, because mail programs
 * support little else. Dark colors come from one style block; programs that drop it show the light email.
 * User input is passed through `escapeHtml`.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { translatedEmailNotice } from '#kernel/email-language.ts';
import { site } from '#content/site.ts';
import { english, type Language } from '#kernel/language.ts';
import type { Sender } from '#modules/mail/sender.ts';
import { mark, markDarkColors } from './mark.ts';

export type EmailContent = { subject: string; text: string; html: string };

/**
 * An email in built-in English, with a function to render it in another language or with the operator's
 * texts.
 */
export type Email = EmailContent & { saidBy: (language: Language) => EmailContent };

export const spokenBy = (write: (language: Language) => EmailContent): Email => ({
  ...write(english),
  saidBy: write,
});

export type EmailFrame = Sender & {
  subject: string;
  /** The preview line that mail programs show next to the subject. */
  preview: string;
  /** Default: English. */
  language?: Language;
  /** Rows of the email's main table: `<tr><td class="pad" …>`. */
  rows: string[];
};

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** User input as one line of plain text: a line break in a name must not add lines to the email. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const style = {
  font: "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;",
  ink: 'color:#10292c;',
  quiet: 'color:#566769;',
  line: 'border-top:1px solid #e2ddd2;',
} as const;

const darkColors = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .pad { padding-left: 20px !important; padding-right: 20px !important; } .title { font-size: 25px !important; } .half { display: block !important; width: auto !important; padding: 14px 0 16px !important; } }
  @media (prefers-color-scheme: dark) {
    .paper { background: #0c1a1c !important; }
    .card { background: #132527 !important; border-color: #2a3f41 !important; }
    .ink, .ink a { color: #eef0ea !important; }
    .quiet, .quiet a { color: #a3b3b2 !important; }
    .line { border-color: #2a3f41 !important; }
    .rule { border-color: #eef0ea !important; }
    .band { background: #1b3235 !important; }
    .step { background: #eef0ea !important; color: #10292c !important; }
${markDarkColors}
  }`;

/** Returns a complete HTML document. `rows` must already be escaped. */
export function frame({ subject, preview, rows, language = english, ...sender }: EmailFrame): string {
  const { code, direction } = language;
  return `<!doctype html>
<html lang="${code}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(subject)}</title>
<style>${darkColors}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf7f1;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preview)}${'&#847; '.repeat(60)}</div>
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="${code}" dir="${direction}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#faf7f1;"><tr><td align="center" style="padding:28px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;${style.font}font-size:16px;line-height:1.5;">
<tr><td class="pad" style="padding:0 36px 18px;">${brand(sender.publicOrigin, language)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e2ddd2;border-radius:14px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.5;">
${rows.join('\n')}
</table>
</td></tr>
<tr><td class="pad quiet" style="padding:24px 36px 0;${style.quiet}${style.font}font-size:14px;line-height:1.55;">${footer(sender, language)}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

/** The address of a page in the recipient's language. `path`: of the English page. */
const pageFor = ({ code }: Language, publicOrigin: string, path: string): string =>
  `${publicOrigin}${addressFor(code, path)}`;

const brand = (publicOrigin: string, language: Language): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="36" style="padding:0 11px 0 0;">${mark}</td>` +
  `<td><a class="ink" href="${escapeHtml(pageFor(language, publicOrigin, '/'))}" style="${style.ink}${style.font}font-size:21px;font-weight:700;letter-spacing:-0.02em;text-decoration:none;">` +
  `${escapeHtml(site.name)}</a></td></tr></table>`;

const footer = ({ publicOrigin, company }: Sender, { code, say, translate, sayWith }: Language): string => `
<p style="margin:0 0 14px;">${withMarkup(
  sayWith('Questions? Reply to this email, write to {mail} or call {phone}, {hours}.', {
    mail: {
      html: `<a class="quiet" href="mailto:${company.email}" style="${style.quiet}">${company.email}</a>`,
    },
    phone: {
      html: `<a class="quiet" href="${company.phoneLink}" style="${style.quiet}white-space:nowrap;">${company.phone}</a>`,
    },
    hours: { html: escapeHtml(translate(company.openingHours)) },
  }),
)}</p>
<p style="margin:0 0 14px;">${withMarkup(
  sayWith('What we refund, and when: {link}', {
    link: {
      html: `<a class="quiet" href="${escapeHtml(refundPolicy(publicOrigin))}" style="${style.quiet}white-space:nowrap;">${escapeHtml(say('Refund policy'))}</a>`,
    },
  }),
)}</p>
<p style="margin:0 0 14px;">${escapeHtml(company.name)}, ${company.address.map(escapeHtml).join(', ')}</p>
<p style="margin:0;">${escapeHtml(translate(site.disclaimer))}</p>${
  code === english.code
    ? ''
    : `\n<p style="margin:14px 0 0;font-size:13px;">${escapeHtml(translate(translatedEmailNotice))}</p>`
}`;

/** Markup that is already safe, mixed with text that must be escaped. */
export type Markup = { html: string };

export const withMarkup = (pieces: (string | Markup)[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? escapeHtml(piece) : piece.html)).join('');

const refundPolicy = (publicOrigin: string): string => `${publicOrigin}/refund-policy`;

/** The same footer for the text part. */
export function textFooter({ publicOrigin, company }: Sender, language: Language = english): string {
  const { code, say, translate } = language;
  return [
    `${site.name}: ${pageFor(language, publicOrigin, '/').replace(/\/$/, '')}`,
    `${say('Refund policy')}: ${refundPolicy(publicOrigin)}`,
    '',
    '--',
    say('Questions? Reply to this email, write to {mail} or call {phone}, {hours}.', {
      mail: company.email,
      phone: company.phone,
      hours: translate(company.openingHours),
    }),
    '',
    [company.name, ...company.address].join('\n'),
    '',
    translate(site.disclaimer),
    ...(code === english.code ? [] : ['', translate(translatedEmailNotice)]),
  ].join('\n');
}
