/**
 * The life of an invoice, and how it is numbered. The table is the whole truth: if a pair is not here, it cannot happen.
 *
 *   draft --issue--> open --pay--> paid --reopen--> open (a bank took back what it was paid with, all of it or a part)
 *     |                \--void--> void    \--write_off--> uncollectible --pay--> paid, --void--> void
 *     |--pay--> paid (issued in the same moment: an order by card, so that numbers exist for real sales only)
 *     \--void--> void (never issued, so it never had a number)
 */
import { type Cents, subtract } from '#kernel/money.ts';

const lifecycle = {
  draft: { issue: 'open', pay: 'paid', void: 'void' },
  open: { pay: 'paid', void: 'void', write_off: 'uncollectible', reopen: 'open' },
  paid: { reopen: 'open' },
  void: {},
  uncollectible: { pay: 'paid', void: 'void' },
} as const;

export type InvoiceStatus = keyof typeof lifecycle;
export type InvoiceEvent = 'issue' | 'pay' | 'void' | 'write_off' | 'reopen';

/** Throws for a move that cannot happen: whoever asks for one has not looked at the invoice under its lock. */
export function next(status: InvoiceStatus, event: InvoiceEvent): InvoiceStatus {
  const moves: Partial<Record<InvoiceEvent, InvoiceStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new Error(`an invoice that is ${status} does not take ${event}`);
  return to;
}

/** Money for it settles something. What was written off can still be paid; what was paid or voided cannot. */
export const isPayable = (status: InvoiceStatus): boolean => status !== 'paid' && status !== 'void';

/** What is still to be paid of it. */
export const dueOf = ({ amount, paid }: { amount: Cents; paid: Cents }): Cents => subtract(amount, paid);

export type Series = 'INV' | 'CN';

/** `INV-2026-00001`; from the hundred thousandth of a year on it has six digits. */
export const documentNumber = (series: Series, year: number, count: number): string =>
  `${series}-${year}-${String(count).padStart(5, '0')}`;

/**
 * What a refund does to its credit note. A note is issued when the money has gone back, and not before: a refund that is pending may still
 * fail. One that fails after it succeeded (the bank sends the money back) voids its note, which keeps its number and counts no longer.
 *
 *                          no note    issued     void
 *   pending                nothing    -          -
 *   succeeded              issue      nothing    -
 *   failed                 nothing    void       nothing
 *
 * A failed refund is final; the money goes back by another refund, with a note of its own. Money that the order never needed (a second
 * payment) was never billed, so it has no note.
 */
const creditNoteSteps = {
  pending: { none: 'nothing' },
  succeeded: { none: 'issue', issued: 'nothing' },
  failed: { none: 'nothing', issued: 'void', void: 'nothing' },
} as const;

export type CreditNoteStatus = 'issued' | 'void';

/** `note`: null where there is none yet. Throws for a pair that cannot happen. */
export function creditNoteStep(refund: keyof typeof creditNoteSteps, note: CreditNoteStatus | null): 'nothing' | 'issue' | 'void' {
  const steps: Partial<Record<CreditNoteStatus | 'none', 'nothing' | 'issue' | 'void'>> = creditNoteSteps[refund];
  const step = steps[note ?? 'none'];
  if (!step) throw new Error(`a refund that is ${refund} does not have a credit note that is ${note}`);
  return step;
}
