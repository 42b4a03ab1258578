/**
 * Money as staff see it: comparisons of our records with the processor's, refunds, and disputes. The monthly
 * figures are in month.ts.
 */
import { endpoint } from '#contract/endpoint.ts';
import { Dollars } from '#contract/values.ts';
import { z } from 'zod';
import { Csv, Day, exportQuery, listQuery, oneOrMore, pageOf } from './list.ts';

export const Comparison = z.object({
  kind: z.enum(['charges', 'subscriptions', 'credit_invoices']),
  /** Null: it was never run. */
  at: z.iso.datetime().nullable(),
  /** It was requested and has not finished. */
  isUnderWay: z.boolean(),
  compared: z.number().int(),
  /** Differences that no webhook had reported, repaired by now. */
  repaired: z.number().int(),
  /** Objects that could not be read, so a difference is unknown. */
  failed: z.number().int(),
  differences: z.array(
    z.object({
      /** `unknown_here`: the processor has it, and we do not. */
      kind: z.enum(['unknown_here', 'unknown_there']),
      reference: z.string(),
      amount: Dollars.nullable(),
      order: z.object({ id: z.string(), number: z.string() }).nullable(),
      /** The processor's page; null for objects that only we have. */
      processorUrl: z.string().nullable(),
    }),
  ),
});

const comparisons = z.object({
  comparisons: z.array(Comparison),
  mayRun: z.boolean(),
});

export const staffReadComparisons = endpoint({
  method: 'GET',
  path: '/api/admin/money/comparisons',
  access: 'staff',
  permission: 'money.read',
  summary: 'Returns the latest comparison with the processor and its differences',
  response: comparisons,
});

export const staffRunComparisons = endpoint({
  method: 'POST',
  path: '/api/admin/money/comparisons',
  access: 'staff',
  permission: 'money.write',
  summary: 'Starts a comparison with the processor in the background and repairs differences',
  response: comparisons,
});

export const refundViews = ['all', 'under_way', 'succeeded', 'failed'] as const;
export const refundStates = ['creating', 'pending', 'succeeded', 'failed'] as const;
export const refundReasons = ['requested', 'duplicate', 'processor'] as const;

export const refundList = {
  views: refundViews,
  sorts: ['newest', 'oldest'] as const,
  filters: {
    reason: oneOrMore(refundReasons).optional(),
    /** The range of days of the request, both included. */
    from: Day.optional(),
    to: Day.optional(),
  },
};

export const RefundRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  order: z.object({ id: z.string(), number: z.string() }),
  name: z.string(),
  email: z.string(),
  amount: Dollars,
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  /** The member of staff who refunded it; null for the shop itself, or the processor's staff. */
  by: z.string().nullable(),
  /** The number of its credit note. */
  creditNote: z.string().nullable(),
  processorRef: z.string().nullable(),
});

export const staffListRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/money/refunds',
  access: 'staff',
  permission: 'money.read',
  summary: 'Lists refunds by view, filter, and sort, 50 per page',
  query: listQuery(refundList),
  response: pageOf(RefundRow),
});

export const staffExportRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/money/refunds/export',
  access: 'staff',
  permission: 'exports.make',
  answers: 'csv',
  summary: 'Exports the matching refunds as CSV',
  query: exportQuery(refundList),
  response: Csv,
});

export const disputeViews = ['to_answer', 'with_bank', 'won', 'lost', 'all'] as const;

export const disputeList = {
  views: disputeViews,
  sorts: ['deadline', 'newest', 'oldest'] as const,
  filters: { from: Day.optional(), to: Day.optional() },
};

export const DisputeRow = z.object({
  /** The processor's id. */
  id: z.string(),
  openedAt: z.iso.datetime(),
  order: z.object({ id: z.string(), number: z.string() }),
  name: z.string(),
  email: z.string(),
  amount: Dollars,
  /** The processor's codes, such as `product_not_received` and `needs_response`. */
  reason: z.string(),
  status: z.string(),
  isClosed: z.boolean(),
  /** True while the bank is waiting for our evidence. */
  needsAnswer: z.boolean(),
  /** The deadline; null when the processor has not given one. */
  answerBy: z.iso.datetime().nullable(),
});

export const staffListDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/money/disputes',
  access: 'staff',
  permission: 'money.read',
  summary: 'Lists disputes by view and sort, earliest deadline first, 50 per page',
  query: listQuery(disputeList),
  response: pageOf(DisputeRow),
});

export const staffExportDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/money/disputes/export',
  access: 'staff',
  permission: 'exports.make',
  answers: 'csv',
  summary: 'Exports the matching disputes as CSV',
  query: exportQuery(disputeList),
  response: Csv,
});

export const StaffDispute = DisputeRow.extend({
  /** The money is withdrawn from our account. */
  isWithdrawn: z.boolean(),
  customerId: z.string().nullable(),
  orderTotal: Dollars,
  placedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  items: z.array(z.string()),
  paidAt: z.iso.datetime().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Earlier refunds of the payment, as evidence. */
  refunded: Dollars,
  processorRef: z.string().nullable(),
  /** Where evidence is submitted. */
  answerUrl: z.string(),
});

export const staffReadDispute = endpoint({
  method: 'GET',
  path: '/api/admin/money/disputes/{id}',
  access: 'staff',
  permission: 'money.read',
  summary: 'Returns a dispute with its deadline, dashboard link, and evidence',
  params: z.strictObject({ id: z.string().regex(/^(du|dp)_[A-Za-z0-9]{1,100}$/, 'Dispute not found') }),
  response: StaffDispute,
});
