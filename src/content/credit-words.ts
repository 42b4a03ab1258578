/** Texts for codes of credit, in pages and emails. */

import { phrase } from '#kernel/language.ts';

/** Why an application is reviewed or declined: what was found, and what the customer can do about it. */
export const decisionReasons = {
  no_us_entity: {
    found: phrase('The business is not formed in the United States.'),
    change: phrase(
      'A Net 30 account is for businesses that are formed in a state or territory of the United States.',
    ),
  },
  earlier_write_off: {
    found: phrase('An earlier account of this business or person was closed with unpaid invoices.'),
    change: phrase('Please write to us about paying them.'),
  },
  information_wrong: {
    found: phrase('Some of the company information is incorrect.'),
    change: phrase('Compare it with your formation documents and the IRS letter that assigned your EIN.'),
  },
  not_active_in_state: {
    found: phrase('State records do not list the business as active.'),
    change: phrase('Ask the state what is missing, such as an annual report.'),
  },
  young_entity: {
    found: phrase('The business is less than 30 days old.'),
    change: phrase('After 30 days, this no longer requires a review.'),
  },
  /** Shown to customers for every review: the staff's reason may reveal something about another customer. */
  company_compared: {
    found: phrase('The company information needs to be checked.'),
    change: phrase('We compare it with our records and with public records.'),
  },
  /** For staff only. */
  ein_elsewhere: {
    found: 'The EIN is on another account.',
    change: '',
  },
  earlier_limit: {
    found: phrase('An earlier account ended with a lower limit.'),
    change: phrase('Our team reviews what has changed since then.'),
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
    change: phrase('Enter the US address where the business receives mail.'),
  },
  not_attested: {
    found: phrase('The company information has not been confirmed as true.'),
    change: phrase('Save the company information again and confirm it.'),
  },
  ein_form: {
    found: phrase('The IRS does not issue EINs with this number format.'),
    change: phrase('An EIN has nine digits. Check the IRS letter that assigned it.'),
  },
  company_changed: {
    found: phrase('The company was changed after it was approved.'),
    change: '',
  },
} as const;

export type DecisionReason = keyof typeof decisionReasons;

/**
 * The meaning of each ledger movement for the account's owner, in one sentence. The amount is shown beside
 * it.
 */
export const movementWords = {
  approved: 'We approved your account with its first limit.',
  raised: 'Our team raised your limit.',
  lowered: 'Our team lowered your limit.',
  bonus: 'Bonus: every invoice of an order was paid on time.',
  booster: 'You bought a booster.',
  booster_back: 'A booster was refunded, so its limit increase was reversed.',
  bonus_back: 'A bonus was reversed because its order was refunded or credited.',
  held: 'You placed an order on credit.',
  invoiced: 'An invoice was issued.',
  paid: 'You paid an invoice.',
  released: 'An order was canceled, and its credit is available again.',
  voided: 'An invoice was voided: you do not owe it.',
  credited: 'A credit note reduced an invoice.',
  returned: 'A payment was returned to you, so its invoice is unpaid again.',
  closed: 'The account was closed, and its remaining limit was removed.',
  written_off: 'We wrote off an unpaid invoice.',
  given_up: 'We wrote off an unpaid invoice.',
} as const;

/** For movements whose kind alone is too vague. */
const reasonWords = {
  account_written_off: 'We wrote off the account, so the credit held for its order was released.',
  booster_refunded_in_part:
    'A booster was partly refunded, so the same share of its limit increase was reversed.',
  booster_dispute_won: 'A booster dispute was decided in our favor, so its limit increase was restored.',
  booster_dispute_lost: 'A booster was disputed, so its limit increase was reversed.',
  bonus_dispute_won: 'A dispute was decided in our favor, so the bonus for its order was restored.',
  bonus_dispute_lost: 'A payment was disputed again, so the bonus for its order was reversed.',
  bonus_refunded: 'A payment was refunded, so the bonus for its order was reversed.',
} as const;

/** One sentence for one movement. */
export function movementSentence({
  kind,
  onTime,
  reason = '',
}: {
  kind: string;
  onTime: boolean | null;
  reason?: string;
}): string {
  if (reason in reasonWords) return reasonWords[reason as keyof typeof reasonWords];
  if (kind === 'paid' && onTime !== null)
    return onTime ? 'You paid an invoice on time.' : 'You paid an invoice late.';
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
  returned: 'A payment was returned to the customer, so its invoice is unpaid again.',
};

/** One sentence for one movement, for the console. */
export function staffMovementSentence(movement: {
  kind: string;
  onTime: boolean | null;
  reason?: string;
}): string {
  const { kind, onTime, reason = '' } = movement;
  if (reason in reasonWords || !(kind in staffWords)) return movementSentence(movement);
  if (kind === 'paid' && onTime !== null)
    return `The customer paid an invoice ${onTime ? 'on time' : 'late'}.`;
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
