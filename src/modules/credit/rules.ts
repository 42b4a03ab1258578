/**
 * The book of account credit, decided without asking anybody. Every movement takes an amount from one of four accounts and gives it to
 * another, so that approved = available + hold + owed always holds (`credit.md`, "The book"). The table is the whole truth: a reason that is
 * not here cannot happen.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, cents, subtract, zero } from '#kernel/money.ts';

type Account = 'limit' | 'available' | 'hold' | 'owed';

const table = {
  approved: ['limit', 'available'],
  raised: ['limit', 'available'],
  bonus: ['limit', 'available'],
  booster: ['limit', 'available'],
  purchased: ['available', 'hold'],
  invoiced: ['hold', 'owed'],
  paid: ['owed', 'available'],
  order_canceled: ['hold', 'available'],
  invoice_voided: ['owed', 'available'],
  payment_returned: ['available', 'owed'],
  lowered: ['available', 'limit'],
  bonus_returned: ['available', 'limit'],
  booster_returned: ['available', 'limit'],
  written_off: ['owed', 'limit'],
} as const satisfies Record<string, readonly [from: Account, to: Account]>;

export type Reason = keyof typeof table;
export const reasons = Object.keys(table) as Reason[];

/** In cents. `available` may be below zero after a payment was returned or the limit was lowered: then nothing can be bought. */
export type Balances = { approved: Cents; available: Cents; hold: Cents; owed: Cents };

export const emptyBook: Balances = { approved: zero, available: zero, hold: zero, owed: zero };

export type Entry = { from: Account; to: Account };

export const entryOf = (reason: Reason): Entry => {
  const [from, to] = table[reason];
  return { from, to };
};

/**
 * What is carried after the movement. Throws `credit_too_little` for a purchase that does not fit, `credit_limit_too_high` for a limit above
 * the end of the gauge, and an ordinary error for what no caller may ask: an amount that is not positive, or more than is held or owed.
 */
export function after(before: Balances, reason: Reason, amount: Cents): Balances {
  if (amount <= 0) throw new Error(`${reason} of ${amount} cents is no movement`);
  const { from, to } = entryOf(reason);
  const moved = (account: Account, had: Cents): Cents => {
    if (account === from) return subtract(had, amount);
    return account === to ? add(had, amount) : had;
  };
  const next = {
    approved: from === 'limit' ? add(before.approved, amount) : to === 'limit' ? subtract(before.approved, amount) : before.approved,
    available: moved('available', before.available),
    hold: moved('hold', before.hold),
    owed: moved('owed', before.owed),
  };
  if (reason === 'purchased' && next.available < 0) throw new DomainError('credit_too_little');
  if (next.approved > creditTerms.highestLimit) throw new DomainError('credit_limit_too_high');
  if (next.hold < 0 || next.owed < 0 || next.approved < 0) throw new Error(`${reason} of ${amount} cents is more than there is`);
  return next;
}

/** How much of a raise fits below the end of the gauge. */
export const raiseWithin = (approved: Cents, amount: Cents): Cents =>
  cents(Math.max(0, Math.min(amount, subtract(creditTerms.highestLimit, approved))));
