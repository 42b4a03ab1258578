/** A month of the shop for its bookkeeper: what was earned, what went back, what is owed, and the journal that says so. Months are UTC. */
import { accountKeys } from '#kernel/accounting.ts';
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { BigDollars, Csv } from './list.ts';

/** As `2026-11`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11');

const query = z.strictObject({ month: Month });

/** Each kind of thing that happened, in the order of the journal. */
export const entryKinds = [
  'services_sold',
  'subscriptions_sold',
  'boosters_sold',
  'renewals_sold',
  'discounts_given',
  'net30_invoiced',
  'refunded',
  'refund_failed',
  'paid',
  'paid_unneeded',
  'returned_unneeded',
  'net30_paid',
  'net30_credited',
  'net30_owed_again',
  'net30_voided',
  'net30_written_off',
  'net30_recovered',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'dispute_won_late',
  'dispute_lost_late',
  'net30_disputed',
  'net30_dispute_won',
  'fees',
] as const;

const account = z.object({ key: z.enum(accountKeys), code: z.string(), name: z.string() });

export const JournalEntry = z.object({
  kind: z.enum(entryKinds),
  debit: account,
  credit: account,
  amount: BigDollars,
  /** How many of them there were. */
  count: z.number().int(),
});

export const MonthFigures = z.object({
  month: Month,
  /** The first and the last day, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** It goes on: the figures will change. */
  isOpen: z.boolean(),
  revenue: z.object({
    services: BigDollars,
    /** Services on Net 30: half when they are ordered, half when they are done. */
    net30: BigDollars,
    subscriptions: BigDollars,
    renewals: BigDollars,
    boosters: BigDollars,
    discounts: BigDollars,
    /** What credit notes took back, less those that were voided. */
    refunds: BigDollars,
    /** Invoices on Net 30 that nobody owes any more. */
    voided: BigDollars,
    net: BigDollars,
  }),
  costs: z.object({
    /** What the processor kept; null: nobody has read it of all of the month. */
    fees: BigDollars.nullable(),
    disputesLost: BigDollars,
    writtenOff: BigDollars,
  }),
  /** What customers owe on Net 30. */
  receivables: z.object({
    opening: BigDollars,
    invoiced: BigDollars,
    /** Payments that were refunded, or lost to a bank. */
    owedAgain: BigDollars,
    paid: BigDollars,
    credited: BigDollars,
    voided: BigDollars,
    writtenOff: BigDollars,
    closing: BigDollars,
  }),
  /** What came into the account at the processor and left it; payouts to the bank are not known here. */
  cash: z.object({ received: BigDollars, refunded: BigDollars, disputed: BigDollars, fees: BigDollars.nullable(), net: BigDollars }),
  /** Until when the processor's fees are known; null: not at all. */
  feesKnownUntil: z.iso.datetime().nullable(),
  entries: z.array(JournalEntry),
});

export const staffReadMonth = endpoint({
  method: 'GET',
  path: '/api/admin/money/month',
  access: 'staff',
  permission: 'money.read',
  summary: "Returns a month's figures and journal (UTC)",
  query,
  response: MonthFigures,
});

export const monthFiles = ['summary', 'quickbooks', 'xero'] as const;

/** Refuses a month whose fees are not known yet, unless `fees` is `left_out`. */
export const staffExportMonth = endpoint({
  method: 'GET',
  path: '/api/admin/money/month/export',
  access: 'staff',
  permission: 'exports.make',
  answers: 'csv',
  summary: "Exports a month's figures, or its journal for QuickBooks Online or Xero",
  query: query.extend({ file: z.enum(monthFiles).default('summary'), fees: z.enum(['included', 'left_out']).default('included') }),
  response: Csv,
});
