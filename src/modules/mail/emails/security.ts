/** The words of emails that tell the owner of an account what was done to it. None carries a link with a token. */
import { site } from '#kernel/site.ts';
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

const profile = { label: 'Open my profile', path: '/profile' };
const notYou = (): string => `This was not you? Choose “Forgot password?” on the log-in page at once, and write to ${site.email}.`;

export const securityWords: Record<SecurityEmailKind, (facts: Facts) => Words> = {
  email_changed: ({ at }) => ({
    subject: 'Your email address was changed',
    preview: `It was changed on ${timeOf(at)}.`,
    title: 'Your email address was changed',
    paragraphs: [
      `The email address of your ${site.name} account was changed on ${timeOf(at)}, after links to the old and the new address were opened. Please log in with the new one from now on. All devices were logged out.`,
    ],
    button: { label: 'Log in', path: '/login' },
    notes: [`This was not you? Please write to ${site.email} at once.`],
  }),
  two_factor_on: ({ at }) => ({
    subject: 'Two-factor log-in is on',
    preview: 'From now on a log-in needs a code from your authenticator app.',
    title: 'Two-factor log-in is on',
    paragraphs: [
      `Two-factor log-in of your ${site.name} account was turned on, on ${timeOf(at)}. From now on a log-in needs your password and a code from your authenticator app.`,
      'Please keep your recovery codes in a safe place. Without the app, they are the only way to log in.',
    ],
    button: profile,
    notes: [notYou()],
  }),
  two_factor_off: ({ at }) => ({
    subject: 'Two-factor log-in is off',
    preview: 'From now on a log-in needs only your password.',
    title: 'Two-factor log-in is off',
    paragraphs: [
      `Two-factor log-in of your ${site.name} account was turned off, on ${timeOf(at)}. From now on a log-in needs only your password.`,
    ],
    button: profile,
    notes: [notYou()],
  }),
  recovery_code_used: ({ at }) => ({
    subject: 'A recovery code was used',
    preview: `It was used on ${timeOf(at)}.`,
    title: 'A recovery code was used',
    paragraphs: [
      `One of the recovery codes of your ${site.name} account was used on ${timeOf(at)}. It does not work again.`,
      'You can make ten new codes in your profile at any time.',
    ],
    button: profile,
    notes: [notYou()],
  }),
  recovery_codes_renewed: ({ at }) => ({
    subject: 'You have new recovery codes',
    preview: 'The old recovery codes no longer work.',
    title: 'You have new recovery codes',
    paragraphs: [
      `New recovery codes were made for your ${site.name} account on ${timeOf(at)}. The old ones no longer work: please throw them away.`,
    ],
    button: profile,
    notes: [notYou()],
  }),
  support_access: ({ at, lifetimeMs, reason }) => ({
    subject: 'Our support has opened your account',
    preview: `For ${spanOf(lifetimeMs)} at most. You need to do nothing.`,
    title: 'Our support has opened your account',
    paragraphs: [
      `A member of our team has opened your ${site.name} account on ${timeOf(at)}, for ${spanOf(lifetimeMs)} at most.`,
      ...(reason === undefined ? [] : [`The reason that was given: ${reason}`]),
      'They see what you see. They cannot see or change your password, use or add a card, buy anything, or download your data. Every step is recorded.',
    ],
    button: profile,
    notes: [`You did not ask us for help? Then please write to ${site.email}.`],
  }),
  data_downloaded: ({ at }) => ({
    subject: 'Your data was downloaded',
    preview: `It was downloaded on ${timeOf(at)}.`,
    title: 'Your data was downloaded',
    paragraphs: [
      `Somebody who was logged in to your ${site.name} account downloaded what we keep about you, on ${timeOf(at)}: your details, orders, emails and log-ins. Passwords and card numbers are not in it.`,
    ],
    button: profile,
    notes: ['This was you? Then you need to do nothing.', notYou()],
  }),
  data_exported: ({ at, reason }) => ({
    subject: 'Your data was exported',
    preview: `It was exported on ${timeOf(at)}.`,
    title: 'Your data was exported',
    paragraphs: [
      `A member of our team exported what we keep about you on ${timeOf(at)}: your details, orders, emails and log-ins. Passwords and card numbers are not in it.`,
      ...(reason === undefined ? [] : [`The reason that was given: ${reason}`]),
    ],
    button: profile,
    notes: [`You did not ask us for it? Then please write to ${site.email} at once.`],
  }),
  account_closed: ({ at, reason }) => ({
    subject: 'Your account is deleted',
    preview: 'This is the last email about it.',
    title: 'Your account is deleted',
    paragraphs: [
      `Your ${site.name} account was deleted on ${timeOf(at)}, as you asked. Your name, addresses and phone number are removed, your carts are gone, and your saved cards are being removed at our card processor.`,
      ...(reason === undefined ? [] : [`A member of our team did it for you. The reason that was given: ${reason}`]),
      'Orders stay in our books without your name, because the law requires it. You can open a new account with this address at any time.',
    ],
    button: { label: `Go to ${site.name}`, path: '/' },
    notes: [`This was not you? Then please write to ${site.email} at once.`],
  }),
};
