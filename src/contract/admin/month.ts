/**
 * A month of the shop for its bookkeeper: revenue, refunds, receivables, and the journal behind them. Months
 * are UTC.
 */
import { accountKeys } from '#kernel/accounting.ts';
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { BigDollars, Csv } from './list.ts';

/** As `2026-11`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, for example 2026-11');

const query = z.strictObject({ month: Month });

/** Kinds of journal entries, in the order of the journal. */
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
  /** Number of such entries. */
  count: z.number().int(),
});

export const MonthFigures = z.object({
  month: Month,
  /** The first and the last day, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The month is not over: the figures will change. */
  isOpen: z.boolean(),
  revenue: z.object({
    services: BigDollars,
    /** Services on Net 30: half when they are ordered, half when they are done. */
    net30: BigDollars,
    subscriptions: BigDollars,
    renewals: BigDollars,
    boosters: BigDollars,
    discounts: BigDollars,
    /** Credit notes, less those that were voided. */
    refunds: BigDollars,
    /** Net 30 invoices that were voided. */
    voided: BigDollars,
    net: BigDollars,
  }),
  costs: z.object({
    /** The processor's fees; null when they have not been read for the whole month. */
    fees: BigDollars.nullable(),
    disputesLost: BigDollars,
    writtenOff: BigDollars,
  }),
  /** Amounts that customers owe on Net 30. */
  receivables: z.object({
    opening: BigDollars,
    invoiced: BigDollars,
    /** Payments that were refunded, or lost in a dispute. */
    owedAgain: BigDollars,
    paid: BigDollars,
    credited: BigDollars,
    voided: BigDollars,
    writtenOff: BigDollars,
    closing: BigDollars,
  }),
  /** Money into and out of the account at the processor. Payouts to the bank are not included. */
  cash: z.object({
    received: BigDollars,
    refunded: BigDollars,
    disputed: BigDollars,
    fees: BigDollars.nullable(),
    net: BigDollars,
  }),
  /** The processor's fees are known up to this time; null when none are known. */
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

/** Rejects a month whose fees are not known yet, unless `fees` is `left_out`. */
export const staffExportMonth = endpoint({
  method: 'GET',
  path: '/api/admin/money/month/export',
  access: 'staff',
  permission: 'exports.make',
  answers: 'csv',
  summary: "Exports a month's figures, or its journal for QuickBooks Online or Xero",
  query: query.extend({
    file: z.enum(monthFiles).default('summary'),
    fees: z.enum(['included', 'left_out']).default('included'),
  }),
  response: Csv,
});
