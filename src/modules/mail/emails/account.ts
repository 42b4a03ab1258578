/**
 * Emails about an account: confirm an address, set a password, and changes to both. A placeholder marks the
 * token of a link;
 * `mail/service.ts` inserts the token on sending, so no stored email has a working link.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { type Language, type Message, worded } from '#kernel/language.ts';
import { site } from '#content/site.ts';
import type { Sender } from '#modules/mail/sender.ts';
import { type Facts, type TextOrInput, spanOf, timeOf, type Words } from './account-words.ts';
import { escapeHtml, frame, type Email, oneLine, spokenBy, style, textFooter } from './layout.ts';
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

/**
 * Placeholder for the token. Brackets need no escaping in HTML, so it is the same in both parts of an email.
 */
export const tokenPlace = '[[token-of-this-email]]';

const once = (ms: number): Message =>
  worded('This link works once, within the next {time}.', { time: spanOf(ms) });
const words: Record<AccountEmailKind, (facts: Facts) => Words> = {
  ...securityWords,
  confirm_email: ({ lifetimeMs }) => ({
    subject: worded('Please confirm your email address'),
    preview: worded('One click, and your {shop} account is ready.', { shop: site.name }),
    title: worded('Confirm your email address'),
    paragraphs: [
      worded(
        'Thank you for signing up. Please confirm that this address is yours. After that you can log in.',
      ),
    ],
    button: {
      label: worded('Confirm my address'),
      path: `/complete-registration?confirmToken=${tokenPlace}`,
    },
    notes: [
      once(lifetimeMs),
      worded(
        'If you did not sign up, do not click the link. The account cannot be used without your confirmation.',
      ),
    ],
  }),
  reset_password: ({ lifetimeMs }) => ({
    subject: worded('Set a new password'),
    preview: worded('You asked for a new password. Here is the link to set it.'),
    title: worded('Set a new password'),
    paragraphs: [
      worded(
        'You asked for a new password for your {shop} account. Once you set it, we log you out everywhere else.',
        {
          shop: site.name,
        },
      ),
    ],
    button: { label: worded('Set a new password'), path: `/reset-password?resetToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      worded('If you did not ask for this, ignore this email. Your password stays the same.'),
    ],
  }),
  set_password: ({ lifetimeMs }) => ({
    subject: worded('Choose a password for your account'),
    preview: worded('See your orders and receipts at any time.'),
    title: worded('Choose your password'),
    paragraphs: [
      worded(
        'There is a {shop} account for this address. Choose a password, then log in to see your orders and receipts at any time.',
        {
          shop: site.name,
        },
      ),
    ],
    button: { label: worded('Choose a password'), path: `/set-password?confirmToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      worded('If you do not want an account, ignore this email. Your orders are not affected.'),
    ],
  }),
  staff_invited: ({ lifetimeMs, publicOrigin }) => ({
    subject: worded('You are invited to join the {shop} team', { shop: site.name }),
    preview: worded('Choose a password, then set up two-factor log-in.'),
    title: worded('Join the team'),
    paragraphs: [
      worded(
        'You are invited to work in the {shop} console. First choose a password. Then set up two-factor log-in with an authenticator app: you need a code from it to open the console.',
        { shop: site.name },
      ),
    ],
    button: { label: worded('Choose a password'), path: `/set-password?confirmToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      worded('The console is at {console}.', { console: `${publicOrigin}/admin` }),
      worded('If you did not expect this, ignore this email.'),
    ],
  }),
  change_email_old: ({ lifetimeMs, company }) => ({
    subject: worded('Please confirm the change of your email address'),
    preview: worded('You asked to use another address. Please confirm from this one too.'),
    title: worded('Change your email address?'),
    paragraphs: [
      worded(
        'You asked to use another email address for your {shop} account. We have emailed both addresses. The change takes effect once you open the links in both emails.',
        { shop: site.name },
      ),
    ],
    button: { label: worded('Review the change'), path: `/change-email?confirmToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      worded(
        'If you did not ask for this, do not confirm it: nothing changes without your confirmation. Set a new password, because someone else may know yours, and write to {ourEmail}.',
        { ourEmail: company.email },
      ),
    ],
  }),
  change_email_new: ({ lifetimeMs }) => ({
    subject: worded('Please confirm your new email address'),
    preview: worded('Someone, probably you, wants to use this address for a {shop} account.', {
      shop: site.name,
    }),
    title: worded('Confirm your new email address'),
    paragraphs: [
      worded(
        'Someone, probably you, asked to use this address for a {shop} account. Please confirm that it is yours. You also need to open the link that we sent to the old address.',
        { shop: site.name },
      ),
    ],
    button: { label: worded('Review the change'), path: `/change-email?confirmToken=${tokenPlace}` },
    notes: [
      once(lifetimeMs),
      worded(
        'If this was not you, ignore this email. We will not use the address without your confirmation.',
      ),
    ],
  }),
  account_exists: () => ({
    subject: worded('You already have an account'),
    preview: worded('Someone, probably you, tried to sign up again with this address.'),
    title: worded('You already have an account'),
    paragraphs: [
      worded(
        'Someone, probably you, tried to sign up with this address. It already has a {shop} account, so nothing changed. Please log in.',
        { shop: site.name },
      ),
      worded('If you do not remember your password, choose “Forgot password?” on the log-in page.'),
    ],
    button: { label: worded('Log in'), path: '/login' },
    notes: [
      worded('If this was not you, ignore this email. We did not reveal that this address has an account.'),
    ],
  }),
  password_changed: ({ at, company }) => ({
    subject: worded('Your password was changed'),
    preview: worded('It was changed on {at}.', { at: timeOf(at) }),
    title: worded('Your password was changed'),
    paragraphs: [
      worded('The password for your {shop} account was changed on {at}. Other devices were logged out.', {
        shop: site.name,
        at: timeOf(at),
      }),
    ],
    button: { label: worded('Log in'), path: '/login' },
    notes: [
      worded(
        'If this was not you, choose “Forgot password?” on the log-in page right away, and write to {ourEmail}.',
        {
          ourEmail: company.email,
        },
      ),
    ],
  }),
};

export const accountEmail = (kind: AccountEmailKind, facts: Facts): Email =>
  plainEmail(words[kind](facts), facts);

/**
 * The content between paragraphs and button: escaped rows of the email's main table, and the same as lines of
 * text.
 */
export type Between = (language: Language) => { rows: string[]; lines: string[] };
const nothing: Between = () => ({ rows: [], lines: [] });

/** The parts rendered in one language. They contain product names; a subject is a single line. */
type Spoken = { [Part in 'subject' | 'preview' | 'title' | 'greeting' | 'label']: string } & {
  paragraphs: string[];
  notes: string[];
  path: string;
};

function speak(
  { code, say }: Language,
  { subject, preview, title, paragraphs, button, notes }: Words,
  firstName: string,
): Spoken {
  const spoken = (input: TextOrInput): string =>
    typeof input === 'string' ? input : say(input.text, input.values);
  const name = oneLine(firstName);
  return {
    ...{
      subject: oneLine(spoken(subject)),
      preview: spoken(preview),
      title: spoken(title),
      path: addressFor(code, button.path),
    },
    // Accounts created by a purchase may have no name yet.
    greeting: name === '' ? say('Hello,') : say('Hello {firstName},', { firstName: name }),
    paragraphs: paragraphs.map(spoken),
    label: spoken(button.label),
    notes: notes.map(spoken),
  };
}

export type Addressee = Sender & { firstName: string };

/** A greeting, a few paragraphs, one button. */
export const plainEmail = (
  words: Words,
  { firstName, publicOrigin, company }: Addressee,
  between: Between = nothing,
): Email =>
  spokenBy((language) => {
    const sender = { publicOrigin, company };
    const spoken = speak(language, words, firstName);
    const { subject, preview } = spoken;
    const inside = between(language);
    const rows = [opening(spoken), ...inside.rows, action(spoken, publicOrigin, language)];
    return {
      subject,
      text: plainText(spoken, sender, inside.lines, language),
      html: frame({ subject, preview, ...sender, rows, language }),
    };
  });

const opening = ({
  title,
  greeting,
  paragraphs,
}: Spoken): string => `<tr><td class="pad ink" style="padding:36px 36px 4px;${style.ink}">
<h1 class="title ink" style="margin:0 0 14px;${style.ink}font-size:29px;line-height:1.2;font-weight:700;letter-spacing:-0.02em;">${escapeHtml(title)}</h1>
${[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 12px;overflow-wrap:anywhere;">${escapeHtml(text)}</p>`).join('\n')}</td></tr>`;

/**
 * The address is also written out, for mail programs without buttons and for users who want to see the
 * target. The row does not have class `ink`: dark mode would give the label the color of its button.
 */
function action({ label, path, notes }: Spoken, publicOrigin: string, { say }: Language): string {
  const address = escapeHtml(`${publicOrigin}${path}`);
  return `<tr><td class="pad" style="padding:12px 36px 8px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="step" align="center" bgcolor="#10292c" style="background:#10292c;border-radius:10px;">
<a class="step" href="${address}" style="display:inline-block;padding:14px 26px;${style.font}font-size:16px;line-height:1.25;font-weight:700;color:#ffffff;text-decoration:none;border-radius:10px;">${escapeHtml(label)}</a>
</td></tr></table></td></tr>
<tr><td class="pad quiet" style="padding:16px 36px 34px;${style.quiet}${style.font}font-size:14px;line-height:1.5;">
<p style="margin:0 0 10px;">${escapeHtml(say('If the button does not work, open this address:'))}<br><a class="quiet" href="${address}" style="${style.quiet}overflow-wrap:anywhere;word-break:break-all;">${address}</a></p>
${notes.map((note) => `<p style="margin:0 0 10px;">${escapeHtml(note)}</p>`).join('\n')}</td></tr>`;
}

const plainText = (
  { title, greeting, paragraphs, label, path, notes }: Spoken,
  sender: Sender,
  between: string[],
  language: Language,
): string =>
  [
    title,
    '',
    greeting,
    '',
    ...paragraphs.flatMap((text) => [text, '']),
    ...between,
    `${label}:`,
    `${sender.publicOrigin}${path}`,
    '',
    ...notes.flatMap((note) => [note, '']),
    textFooter(sender, language),
    '',
  ].join('\n');
