/** The text of emails that notify the owner about changes to an account. None has a link with a token. */
import { type Message, worded } from '#kernel/language.ts';
import { type Company, site } from '#content/site.ts';
import { type Facts, spanOf, timeOf, type Words } from './account-words.ts';

export type SecurityEmailKind =
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'support_access'
  | 'data_downloaded'
  | 'data_exported'
  | 'account_closed'
  | 'email_changed';

const profile = { label: worded('Open my profile'), path: '/profile' };
const notYou = ({ email }: Company): Message =>
  worded(
    'If this was not you, choose “Forgot password?” on the log-in page right away, and write to {ourEmail}.',
    {
      ourEmail: email,
    },
  );

export const securityWords: Record<SecurityEmailKind, (facts: Facts) => Words> = {
  email_changed: ({ at, company }) => ({
    subject: worded('Your email address was changed'),
    preview: worded('It was changed on {at}.', { at: timeOf(at) }),
    title: worded('Your email address was changed'),
    paragraphs: [
      worded(
        'The email address for your {shop} account was changed on {at}, after the links sent to the old and the new address were opened. Please log in with the new one from now on. All devices were logged out.',
        { shop: site.name, at: timeOf(at) },
      ),
    ],
    button: { label: worded('Log in'), path: '/login' },
    notes: [
      worded('If this was not you, please write to {ourEmail} right away.', { ourEmail: company.email }),
    ],
  }),
  two_factor_on: ({ at, company }) => ({
    subject: worded('Two-factor log-in is on'),
    preview: worded('From now on, you need a code from your authenticator app to log in.'),
    title: worded('Two-factor log-in is on'),
    paragraphs: [
      worded(
        'Two-factor log-in was turned on for your {shop} account on {at}. From now on, you log in with your password and a code from your authenticator app.',
        { shop: site.name, at: timeOf(at) },
      ),
      worded(
        'Please keep your recovery codes in a safe place. Without the app, they are the only way to log in.',
      ),
    ],
    button: profile,
    notes: [notYou(company)],
  }),
  two_factor_off: ({ at, company }) => ({
    subject: worded('Two-factor log-in is off'),
    preview: worded('From now on, you log in with your password only.'),
    title: worded('Two-factor log-in is off'),
    paragraphs: [
      worded(
        'Two-factor log-in was turned off for your {shop} account on {at}. From now on, you log in with your password only.',
        {
          shop: site.name,
          at: timeOf(at),
        },
      ),
    ],
    button: profile,
    notes: [notYou(company)],
  }),
  recovery_code_used: ({ at, company }) => ({
    subject: worded('A recovery code was used'),
    preview: worded('It was used on {at}.', { at: timeOf(at) }),
    title: worded('A recovery code was used'),
    paragraphs: [
      worded('One of the recovery codes for your {shop} account was used on {at}. It will not work again.', {
        shop: site.name,
        at: timeOf(at),
      }),
      worded('You can create ten new codes in your profile at any time.'),
    ],
    button: profile,
    notes: [notYou(company)],
  }),
  recovery_codes_renewed: ({ at, company }) => ({
    subject: worded('You have new recovery codes'),
    preview: worded('The old recovery codes no longer work.'),
    title: worded('You have new recovery codes'),
    paragraphs: [
      worded(
        'New recovery codes were created for your {shop} account on {at}. The old ones no longer work. Please delete them.',
        {
          shop: site.name,
          at: timeOf(at),
        },
      ),
    ],
    button: profile,
    notes: [notYou(company)],
  }),
  support_access: ({ at, lifetimeMs, reason, company }) => ({
    subject: worded('Our support team opened your account'),
    preview: worded('For {time} at most. There is nothing you need to do.', { time: spanOf(lifetimeMs) }),
    title: worded('Our support team opened your account'),
    paragraphs: [
      worded('A member of our team opened your {shop} account on {at}, for {time} at most.', {
        shop: site.name,
        at: timeOf(at),
        time: spanOf(lifetimeMs),
      }),
      ...(reason === undefined ? [] : [worded('The reason given: {reason}', { reason })]),
      worded(
        'They see what you see. They cannot see or change your password, use or add a card, buy anything, or download your data. Every step is recorded.',
      ),
    ],
    button: profile,
    notes: [
      worded('If you did not ask us for help, please write to {ourEmail}.', { ourEmail: company.email }),
    ],
  }),
  data_downloaded: ({ at, company }) => ({
    subject: worded('Your data was downloaded'),
    preview: worded('It was downloaded on {at}.', { at: timeOf(at) }),
    title: worded('Your data was downloaded'),
    paragraphs: [
      worded(
        'On {at}, someone who was logged in to your {shop} account downloaded the data we keep about you: your details, orders, emails and log-ins. It does not include passwords or card numbers.',
        { shop: site.name, at: timeOf(at) },
      ),
    ],
    button: profile,
    notes: [worded('If this was you, there is nothing to do.'), notYou(company)],
  }),
  data_exported: ({ at, reason, company }) => ({
    subject: worded('Your data was exported'),
    preview: worded('It was exported on {at}.', { at: timeOf(at) }),
    title: worded('Your data was exported'),
    paragraphs: [
      worded(
        'On {at}, a member of our team exported the data we keep about you: your details, orders, emails and log-ins. It does not include passwords or card numbers.',
        { at: timeOf(at) },
      ),
      ...(reason === undefined ? [] : [worded('The reason given: {reason}', { reason })]),
    ],
    button: profile,
    notes: [
      worded('If you did not request this, please write to {ourEmail} right away.', {
        ourEmail: company.email,
      }),
    ],
  }),
  account_closed: ({ at, reason, company }) => ({
    subject: worded('Your account is deleted'),
    preview: worded('This is our last email about your account.'),
    title: worded('Your account is deleted'),
    paragraphs: [
      worded(
        'Your {shop} account was deleted on {at}, as you asked. We removed your name, addresses, phone number and carts. Your saved cards are being removed from our card processor.',
        { shop: site.name, at: timeOf(at) },
      ),
      ...(reason === undefined
        ? []
        : [worded('A member of our team deleted it for you. The reason given: {reason}', { reason })]),
      worded(
        'Orders stay in our books without your name, because the law requires it. You can open a new account with this address at any time.',
      ),
    ],
    button: { label: worded('Go to {shop}', { shop: site.name }), path: '/' },
    notes: [
      worded('If this was not you, please write to {ourEmail} right away.', { ourEmail: company.email }),
    ],
  }),
};
