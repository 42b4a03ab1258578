/**
 * The lifecycle and numbering of invoices. A transition that is not in the table is an error.
 *
 *   draft --issue--> open --pay--> paid --reopen--> open (a bank took back all or part of its payment)
 *     |                \--void--> void    \--write_off--> uncollectible --pay--> paid, --void--> void
 *     |--pay--> paid (issued at the same time: an order by card, so that only real sales get a number)
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

/** Throws for a transition that is not in the table: the caller did not check the invoice under its lock. */
export function next(status: InvoiceStatus, event: InvoiceEvent): InvoiceStatus {
  const moves: Partial<Record<InvoiceEvent, InvoiceStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new Error(`an invoice that is ${status} does not take ${event}`);
  return to;
}

/**
 * Whether a payment settles something. A written-off invoice can still be paid; a paid or void one cannot.
 */
export const isPayable = (status: InvoiceStatus): boolean => status !== 'paid' && status !== 'void';

/** The amount still to be paid. */
export const dueOf = ({ amount, paid }: { amount: Cents; paid: Cents }): Cents => subtract(amount, paid);

export type Series = 'INV' | 'CN';

/** `INV-2026-00001`; six digits from the 100,000th of a year on. */
export const documentNumber = (series: Series, year: number, count: number): string =>
  `${series}-${year}-${String(count).padStart(5, '0')}`;

/**
 * What a refund does to its credit note. A note is issued only when the refund has succeeded, because a
 * pending one may still fail. If the refund fails later (the bank returns the money), its note is voided but
 * keeps its number.
 *
 *                          no note    issued     void
 *   pending                nothing    -          -
 *   succeeded              issue      nothing    -
 *   failed                 nothing    void       nothing
 *
 * A failed refund is final; a new refund gets a separate note. Money that the order never needed (a second
 * payment) was never billed, so it has no note.
 */
const creditNoteSteps = {
  pending: { none: 'nothing' },
  succeeded: { none: 'issue', issued: 'nothing' },
  failed: { none: 'nothing', issued: 'void', void: 'nothing' },
} as const;

export type CreditNoteStatus = 'issued' | 'void';

/** `note`: null when there is none yet. Throws for a pair that is not in the table. */
export function creditNoteStep(
  refund: keyof typeof creditNoteSteps,
  note: CreditNoteStatus | null,
): 'nothing' | 'issue' | 'void' {
  const steps: Partial<Record<CreditNoteStatus | 'none', 'nothing' | 'issue' | 'void'>> =
    creditNoteSteps[refund];
  const step = steps[note ?? 'none'];
  if (!step) throw new Error(`a refund that is ${refund} does not have a credit note that is ${note}`);
  return step;
}
