/** Samples of account emails with made-up data. */
import { type AccountEmailKind, accountEmail } from './account.ts';
import type { EmailKind, SampleFacts } from './samples.ts';

const dayMs = 86_400_000;
const reason = 'Asked for it by telephone';

const titles: Record<AccountEmailKind, string> = {
  confirm_email: 'Confirm an address after signing up',
  reset_password: 'Set a new password',
  set_password: 'Choose a password for an account created by a purchase',
  staff_invited: 'Invitation to the team',
  change_email_old: 'Change of address: to the old one',
  change_email_new: 'Change of address: to the new one',
  account_exists: 'Sign-up with an address that already has an account',
  password_changed: 'The password was changed',
  email_changed: 'The email address was changed',
  two_factor_on: 'Two-factor log-in is on',
  two_factor_off: 'Two-factor log-in is off',
  recovery_code_used: 'A recovery code was used',
  recovery_codes_renewed: 'New recovery codes',
  support_access: 'Our support team opened the account',
  data_downloaded: 'The data was downloaded',
  data_exported: 'The data was exported by our team',
  account_closed: 'The account is deleted',
};
const withReason: ReadonlySet<AccountEmailKind> = new Set([
  'support_access',
  'data_exported',
  'account_closed',
]);

const lifetimes: Partial<Record<AccountEmailKind, number>> = {
  reset_password: dayMs / 48,
  staff_invited: 7 * dayMs,
};

const sampleOf = (kind: AccountEmailKind, more: { reason?: string }) => (facts: SampleFacts) =>
  accountEmail(kind, { ...facts, lifetimeMs: lifetimes[kind] ?? dayMs, ...more });

const kindOf = (kind: AccountEmailKind): EmailKind => ({
  group: 'Accounts',
  title: titles[kind],
  samples: withReason.has(kind)
    ? { 'With a reason': sampleOf(kind, { reason }), 'Without a reason': sampleOf(kind, {}) }
    : { Email: sampleOf(kind, {}) },
});

const kinds = Object.keys(titles) as AccountEmailKind[];
export const accountSamples = Object.fromEntries(kinds.map((kind) => [kind, kindOf(kind)])) as Record<
  AccountEmailKind,
  EmailKind
>;
