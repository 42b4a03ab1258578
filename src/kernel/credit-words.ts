/** Texts for codes of credit, in pages and emails. */

import { phrase } from './language.ts';

/** Why an application is reviewed or declined: what was found, and what the customer can do about it. */
export const decisionReasons = {
  no_us_entity: {
    found: phrase('The business is not formed in the United States.'),
    change: phrase('A Net 30 account is for businesses that are formed in a state or territory of the United States.'),
  },
  earlier_write_off: {
    found: phrase('An earlier account of this business or person was closed with unpaid invoices.'),
    change: phrase('Please write to us about paying them.'),
  },
  information_wrong: {
    found: phrase('Some of the company information is not right.'),
    change: phrase('Compare it with your formation documents and with the letter of the IRS that assigned your EIN.'),
  },
  not_active_in_state: {
    found: phrase('The business is not active in the records of its state.'),
    change: phrase('Ask the state what is missing, such as an annual report.'),
  },
  young_entity: {
    found: phrase('The business is less than 30 days old.'),
    change: phrase('From 30 days on this is no reason for a review.'),
  },
  /** Shown to customers for every review: the staff's reason may reveal something about another customer. */
  company_compared: {
    found: phrase('The company information.'),
    change: phrase('We compare it with our records and with public ones.'),
  },
  /** For staff only. */
  ein_elsewhere: {
    found: 'The EIN is on another account.',
    change: '',
  },
  earlier_limit: {
    found: phrase('An earlier account ended with a lower limit.'),
    change: phrase('Our team looks at what has changed since.'),
  },
  name_differs: {
    found: phrase('The names in your profile, company and order are not the same.'),
    change: phrase('Write them the same way everywhere.'),
  },
  address_differs: {
    found: phrase('The addresses in your profile, company and order are not the same.'),
    change: phrase('Use the business address everywhere.'),
  },
  phone_differs: {
    found: phrase('The phone numbers in your profile, company and order are not the same.'),
    change: phrase('Use the business number everywhere.'),
  },
  address_not_us: {
    found: phrase('The business address is not in the United States.'),
    change: phrase('Give the address at which the business receives mail in the United States.'),
  },
  not_attested: {
    found: phrase('Nobody has stated that the information is true.'),
    change: phrase('Save the company information again and confirm it.'),
  },
  ein_form: {
    found: phrase('The EIN is not one that the IRS assigns.'),
    change: phrase('It has nine digits: see the letter of the IRS that assigned it.'),
  },
  company_changed: {
    found: phrase('The company was changed after it was approved.'),
    change: '',
  },
} as const;

export type DecisionReason = keyof typeof decisionReasons;

/** The meaning of each ledger movement for the account's owner, in one sentence. The amount is shown beside it. */
export const movementWords = {
  approved: 'We approved your account with its first limit.',
  raised: 'Our team raised your limit.',
  lowered: 'Our team lowered your limit.',
  bonus: 'A bonus: every invoice of an order was paid on time.',
  booster: 'You bought a booster.',
  booster_back: 'A booster was refunded, so its rise was taken back.',
  bonus_back: 'A bonus was taken back, because its order was refunded or credited.',
  held: 'You placed an order on credit.',
  invoiced: 'An invoice was issued.',
  paid: 'You paid an invoice.',
  released: 'An order was canceled, and its credit is available again.',
  voided: 'An invoice was voided: you do not owe it.',
  credited: 'A credit note took something off an invoice.',
  returned: 'A payment went back to you, so its invoice is owed again.',
  closed: 'The account was closed, and what was left of its limit with it.',
  written_off: 'We gave up an invoice that was not paid.',
  given_up: 'We gave up an invoice that was not paid.',
} as const;

/** For movements whose kind alone is too vague. */
const reasonWords = {
  account_written_off: 'We gave up the account, so nothing is promised to its order any more.',
  booster_refunded_in_part: 'A part of a booster was refunded, so the same part of its rise was taken back.',
  booster_dispute_won: 'The bank decided the dispute of a booster for us, so its rise counts again.',
  booster_dispute_lost: 'A booster was disputed, so its rise was taken back.',
  bonus_dispute_won: 'The bank decided a dispute for us, so the bonus of its order counts again.',
  bonus_dispute_lost: 'A payment was disputed once more, so the bonus of its order was taken back.',
  bonus_refunded: 'A payment was refunded, so the bonus of its order was taken back.',
} as const;

/** One sentence for one movement. */
export function movementSentence({ kind, onTime, reason = '' }: { kind: string; onTime: boolean | null; reason?: string }): string {
  if (reason in reasonWords) return reasonWords[reason as keyof typeof reasonWords];
  if (kind === 'paid' && onTime !== null) return onTime ? 'You paid an invoice on time.' : 'You paid an invoice late.';
  return kind in movementWords ? movementWords[kind as keyof typeof movementWords] : kind;
}

/** Texts for staff, who read about the customer. Only texts that address the customer differ. */
const staffWords: Record<string, string> = {
  approved: 'The account was approved with its first limit.',
  raised: 'Our team raised the limit.',
  lowered: 'Our team lowered the limit.',
  booster: 'The customer bought a booster.',
  held: 'The customer placed an order on credit.',
  paid: 'The customer paid an invoice.',
  voided: 'An invoice was voided: the customer does not owe it.',
  returned: 'A payment went back to the customer, so its invoice is owed again.',
};

/** One sentence for one movement, for the console. */
export function staffMovementSentence(movement: { kind: string; onTime: boolean | null; reason?: string }): string {
  const { kind, onTime, reason = '' } = movement;
  if (reason in reasonWords || !(kind in staffWords)) return movementSentence(movement);
  if (kind === 'paid' && onTime !== null) return `The customer paid an invoice ${onTime ? 'on time' : 'late'}.`;
  return staffWords[kind] ?? movementSentence(movement);
}

/** The movements that change a limit. */
export const limitKinds: ReadonlySet<string> = new Set([
  'approved',
  'raised',
  'lowered',
  'bonus',
  'booster',
  'booster_back',
  'bonus_back',
  'closed',
  'written_off',
]);
