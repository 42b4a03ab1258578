/**
 * Emails about an account: confirm an address, set a password, and news about both. Where a link carries a token there is a
 * placeholder; `mail/service.ts` puts the token in at the moment of sending, so no stored email has a link that works.
 */
import { site } from '#kernel/site.ts';
import { type Facts, spanOf, timeOf, type Words } from './account-words.ts';
import { escapeHtml, frame, type EmailContent, oneLine, style, textFooter } from './layout.ts';
import { type SecurityEmailKind, securityWords } from './security.ts';

type OwnKind =
  | 'confirm_email'
  | 'reset_password'
  | 'set_password'
  | 'staff_invited'
  | 'change_email_old'
  | 'change_email_new'
  | 'account_exists'
  | 'password_changed';
export type AccountEmailKind = OwnKind | SecurityEmailKind;

/** Stands where the token comes. Brackets mean nothing in HTML, so it looks the same in both parts of an email. */
export const tokenPlace = '[[token-of-this-email]]';

const once = (ms: number): string => `This link works once, within the next ${spanOf(ms)}.`;
const words: Record<AccountEmailKind, (facts: Facts) => Words> = {
  ...securityWords,
  confirm_email: ({ lifetimeMs }) => ({
    subject: 'Please confirm your email address',
    preview: `One click, and your ${site.name} account is ready.`,
    title: 'Confirm your email address',
    paragraphs: [`Thank you for signing up. Please confirm that this address is yours. After that you can log in.`],
    button: { label: 'Confirm my address', path: `/complete-registration?confirmToken=${tokenPlace}` },
    notes: [once(lifetimeMs), 'You did not sign up? Then do not click. Without your confirmation the account cannot be used.'],
  }),
  reset_password: ({ lifetimeMs }) => ({
    subject: 'Set a new password',
    preview: 'You asked for a new password. Here is the link to set it.',
    title: 'Set a new password',
    paragraphs: [`You asked for a new password for your ${site.name} account. When you have set it, you are logged out everywhere else.`],
    button: { label: 'Set a new password', path: `/reset-password?resetToken=${tokenPlace}` },
    notes: [once(lifetimeMs), 'You did not ask for this? Then you need to do nothing. Your password stays as it is.'],
  }),
  set_password: ({ lifetimeMs }) => ({
    subject: 'Choose a password for your account',
    preview: 'With it you see your orders and receipts at any time.',
    title: 'Choose your password',
    paragraphs: [
      `There is a ${site.name} account for this address. Choose a password, and you can log in to see your orders and receipts at any time.`,
    ],
    button: { label: 'Choose a password', path: `/set-password?confirmToken=${tokenPlace}` },
    notes: [once(lifetimeMs), 'You do not want an account? Then you need to do nothing. Your orders do not depend on it.'],
  }),
  staff_invited: ({ lifetimeMs, publicOrigin }) => ({
    subject: `You are invited to the team of ${site.name}`,
    preview: 'Choose a password, then set up two-factor log-in.',
    title: 'Join the team',
    paragraphs: [
      `You are invited to work in the console of ${site.name}. Choose a password first. Then set up two-factor log-in with an authenticator app: the console opens with a code from it, and not before.`,
    ],
    button: { label: 'Choose a password', path: `/set-password?confirmToken=${tokenPlace}` },
    notes: [once(lifetimeMs), `The console is at ${publicOrigin}/admin.`, 'You did not expect this? Then you need to do nothing.'],
  }),
  change_email_old: ({ lifetimeMs }) => ({
    subject: 'Please confirm the change of your email address',
    preview: 'You asked to use another address. We need your yes from this one too.',
    title: 'Change your email address?',
    paragraphs: [
      `You asked to use another email address for your ${site.name} account. We have written to both addresses. The change counts once you have opened the links in both emails.`,
    ],
    button: { label: 'Review the change', path: `/change-email?confirmToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      `You did not ask for this? Then do not confirm it: without you nothing changes. Please set a new password, because somebody knows yours, and write to ${site.email}.`,
    ],
  }),
  change_email_new: ({ lifetimeMs }) => ({
    subject: 'Please confirm your new email address',
    preview: `Somebody, probably you, wants to use this address for a ${site.name} account.`,
    title: 'Confirm your new email address',
    paragraphs: [
      `Somebody, probably you, asked to use this address for a ${site.name} account. Please confirm that it is yours. The link that went to the old address has to be opened as well.`,
    ],
    button: { label: 'Review the change', path: `/change-email?confirmToken=${tokenPlace}` },
    notes: [once(lifetimeMs), 'This was not you? Then you need to do nothing. The address is not used without you.'],
  }),
  account_exists: () => ({
    subject: 'You already have an account',
    preview: 'Somebody, probably you, tried to sign up again with this address.',
    title: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, tried to sign up with this address. It has a ${site.name} account already, so nothing was changed: please log in.`,
      'You do not remember your password? Choose “Forgot password?” on the log-in page.',
    ],
    button: { label: 'Log in', path: '/login' },
    notes: ['This was not you? Then you need to do nothing. Nobody was told that this address has an account.'],
  }),
  password_changed: ({ at }) => ({
    subject: 'Your password was changed',
    preview: `It was changed on ${timeOf(at)}.`,
    title: 'Your password was changed',
    paragraphs: [`The password of your ${site.name} account was changed on ${timeOf(at)}. Other devices were logged out.`],
    button: { label: 'Log in', path: '/login' },
    notes: [`This was not you? Choose “Forgot password?” on the log-in page at once, and write to ${site.email}.`],
  }),
};

export const accountEmail = (kind: AccountEmailKind, facts: Facts): EmailContent => plainEmail(words[kind](facts), facts);

/** What stands between the paragraphs and the button: rows of the email's main table, escaped, and the same as lines of text. */
export type Between = { rows: string[]; lines: string[] };
const nothing: Between = { rows: [], lines: [] };

/** A greeting, a few paragraphs, one button. */
export function plainEmail(said: Words, facts: Pick<Facts, 'firstName' | 'publicOrigin'>, between: Between = nothing): EmailContent {
  const { subject, preview } = said;
  const rows = [opening(said, facts.firstName), ...between.rows, action(said, facts.publicOrigin)];
  return {
    subject,
    text: plainText(said, facts, between.lines),
    html: frame({ subject, preview, publicOrigin: facts.publicOrigin, rows }),
  };
}

/** Accounts that a purchase made may have no name yet. */
const greeting = (firstName: string): string => (oneLine(firstName) === '' ? 'Hello,' : `Hello ${oneLine(firstName)},`);

const opening = (
  { title, paragraphs }: Words,
  firstName: string,
): string => `<tr><td class="pad ink" style="padding:36px 36px 4px;${style.ink}">
<h1 class="title ink" style="margin:0 0 14px;${style.ink}font-size:29px;line-height:1.2;font-weight:700;letter-spacing:-0.02em;">${escapeHtml(title)}</h1>
${[greeting(firstName), ...paragraphs].map((text) => `<p style="margin:0 0 12px;overflow-wrap:anywhere;">${escapeHtml(text)}</p>`).join('\n')}</td></tr>`;

/**
 * The address is written out as well: some programs show no buttons, and some people want to see where they go.
 * The row is not of class `ink`: in the dark that would paint the label in the colour of its button.
 */
function action({ button, notes }: Words, publicOrigin: string): string {
  const address = escapeHtml(`${publicOrigin}${button.path}`);
  return `<tr><td class="pad" style="padding:12px 36px 8px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="step" align="center" bgcolor="#10292c" style="background:#10292c;border-radius:10px;">
<a class="step" href="${address}" style="display:inline-block;padding:14px 26px;${style.font}font-size:16px;line-height:1.25;font-weight:700;color:#ffffff;text-decoration:none;border-radius:10px;">${escapeHtml(button.label)}</a>
</td></tr></table></td></tr>
<tr><td class="pad quiet" style="padding:16px 36px 34px;${style.quiet}${style.font}font-size:14px;line-height:1.5;">
<p style="margin:0 0 10px;">The button does not work? Open this address:<br><a class="quiet" href="${address}" style="${style.quiet}overflow-wrap:anywhere;word-break:break-all;">${address}</a></p>
${notes.map((note) => `<p style="margin:0 0 10px;">${escapeHtml(note)}</p>`).join('\n')}</td></tr>`;
}

const plainText = (
  { title, paragraphs, button, notes }: Words,
  { publicOrigin, firstName }: Pick<Facts, 'firstName' | 'publicOrigin'>,
  between: string[],
): string =>
  [
    title,
    '',
    greeting(firstName),
    '',
    ...paragraphs.flatMap((text) => [text, '']),
    ...between,
    `${button.label}:`,
    `${publicOrigin}${button.path}`,
    '',
    ...notes.flatMap((note) => [note, '']),
    textFooter(publicOrigin),
    '',
  ].join('\n');
