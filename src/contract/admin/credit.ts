/**
 * Credit as staff see it: applications with the result of the rules, accounts with their ledger, and past-due
 * amounts.
 */
import { idPattern } from '#kernel/ids.ts';
import { Company, CreditAccount, CreditMovement, readConsistency } from '#contract/credit.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Dollars, required, SignedDollars } from '#contract/values.ts';
import { z } from 'zod';
import { Csv, exportQuery, listQuery, oneOrMore, pageOf } from './list.ts';

export const applicationViews = ['in_review', 'approved', 'declined', 'all'] as const;
export const applicationStates = ['in_review', 'approved', 'declined', 'withdrawn'] as const;
export const accountViews = ['all', 'open', 'past_due', 'frozen', 'closed'] as const;
/** Lateness of the invoice due first, in a credit bureau's buckets: `1` is 1 to 30 days. */
export const lateFrom = ['1', '31', '61', '91'] as const;
/** Reasons that a decline may give. */
export const declineReasons = [
  'no_us_entity',
  'earlier_write_off',
  'information_wrong',
  'not_active_in_state',
] as const;

const ApplicationId = z.string().regex(idPattern('app'), 'Application not found');
const AccountId = z.string().regex(idPattern('cra'), 'Account not found');
const outcome = z.enum(['approve', 'review', 'decline']);
/** `found`: the text of the code, as the customer reads it. */
const Reason = z.object({ code: z.string(), found: z.string() });

export const ApplicationRow = z.object({
  id: z.string(),
  customerId: z.string(),
  name: z.string(),
  email: z.string(),
  legalName: z.string(),
  einLast4: z.string(),
  /** `change`: of the company of an open account. */
  kind: z.enum(['first', 'change']),
  state: z.enum(applicationStates),
  appliedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** Reasons of the newest decision: why it waits, or why it was declined. */
  reasons: z.array(Reason),
});

export const applicationList = { views: applicationViews, sorts: ['oldest', 'newest'] } as const;

export const staffListApplications = endpoint({
  method: 'GET',
  path: '/api/admin/credit/applications',
  access: 'staff',
  permission: 'credit.read',
  summary: 'Lists Net 30 applications, those in review first, 50 per page',
  query: listQuery(applicationList),
  response: pageOf(ApplicationRow),
});

export const staffExportApplications = endpoint({
  method: 'GET',
  path: '/api/admin/credit/applications/export',
  access: 'staff',
  permission: 'credit.export',
  answers: 'csv',
  summary: 'Exports the matching applications as CSV',
  query: exportQuery(applicationList),
  response: Csv,
});

export const StaffApplication = ApplicationRow.extend({
  /** Null: it was erased with the account. */
  company: Company.nullable(),
  /** Sent with a decision, which is rejected when the company was saved again in the meantime. */
  companySavedAt: z.iso.datetime().nullable(),
  /** The result of the published rules with the current data; null when there is nothing to decide. */
  proposal: z.object({ outcome, reasons: z.array(Reason) }).nullable(),
  /** The facts that the rules use. `isGood`: it favors an approval. */
  facts: z.array(z.object({ code: z.string(), isGood: z.boolean() })),
  checks: readConsistency.response.shape.checks,
  decisions: z.array(
    z.object({
      at: z.iso.datetime(),
      outcome,
      reasons: z.array(Reason),
      limit: Dollars.nullable(),
      ruleVersion: z.string(),
      /** Null: the published rules, or a person at the terminal. */
      by: z.string().nullable(),
    }),
  ),
  /** The account of this customer, in any state. */
  account: z
    .object({ id: z.string(), status: z.enum(['open', 'closed']), approvedCredit: Dollars, owed: Dollars })
    .nullable(),
  firstLimit: Dollars,
  highestLimit: Dollars,
  mayDecide: z.boolean(),
});

const byApplication = z.strictObject({ id: ApplicationId });

export const staffReadApplication = endpoint({
  method: 'GET',
  path: '/api/admin/credit/applications/{id}',
  access: 'staff',
  permission: 'credit.read',
  summary: 'Returns an application with its company, rule results, and decisions',
  params: byApplication,
  response: StaffApplication,
});

const limit = Dollars.refine((amount) => amount > 0, 'Enter an amount');

export const ApproveForm = z.strictObject({ limit });
export const DeclineForm = z.strictObject({
  reasons: z
    .array(z.enum(declineReasons))
    .min(1, 'Choose at least one reason')
    .max(declineReasons.length)
    .refine((codes) => new Set(codes).size === codes.length, 'A reason is listed twice'),
});

export const staffDecideApplication = endpoint({
  method: 'POST',
  path: '/api/admin/credit/applications/{id}/decision',
  access: 'staff',
  permission: 'credit.write',
  fresh: true,
  summary: 'Approves or declines an application in review; emails the reasons',
  params: byApplication,
  body: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('approve'), companySavedAt: z.iso.datetime(), ...ApproveForm.shape }),
    z.strictObject({ outcome: z.literal('decline'), companySavedAt: z.iso.datetime(), ...DeclineForm.shape }),
  ]),
  response: StaffApplication,
});

export const AccountRow = z.object({
  id: z.string(),
  customerId: z.string(),
  name: z.string(),
  email: z.string(),
  legalName: z.string(),
  status: z.enum(['open', 'closed']),
  openedAt: z.iso.datetime(),
  approvedCredit: Dollars,
  availableCredit: SignedDollars,
  owed: Dollars,
  pastDue: Dollars,
  /** Days past due of the invoice that is due first; 0 when nothing is past due. */
  daysLate: z.number().int(),
  isFrozen: z.boolean(),
});

export const accountList = {
  views: accountViews,
  sorts: ['newest', 'oldest', 'owed'],
  filters: { late: oneOrMore(lateFrom).optional() },
} as const;

export const staffListCreditAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/credit/accounts',
  access: 'staff',
  permission: 'credit.read',
  summary: 'Lists Net 30 accounts by view and days past due, 50 per page',
  query: listQuery(accountList),
  response: pageOf(AccountRow),
});

export const staffExportCreditAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/credit/accounts/export',
  access: 'staff',
  permission: 'credit.export',
  answers: 'csv',
  summary: 'Exports the matching Net 30 accounts as CSV',
  query: exportQuery(accountList),
  response: Csv,
});

export const staffReadAging = endpoint({
  method: 'GET',
  path: '/api/admin/credit/aging',
  access: 'staff',
  permission: 'credit.read',
  summary: 'Returns open Net 30 balances by days past due',
  response: z.object({
    /** UTC day. */
    asOf: z.string(),
    owed: Dollars,
    pastDue: Dollars,
    buckets: z.array(
      z.object({
        from: z.enum(['not_due', ...lateFrom]),
        owed: Dollars,
        invoices: z.number().int(),
        accounts: z.number().int(),
      }),
    ),
  }),
});

export const StaffCreditAccount = z.object({
  id: z.string(),
  customerId: z.string(),
  name: z.string(),
  email: z.string(),
  legalName: z.string().nullable(),
  account: CreditAccount,
  freezes: z.array(
    z.object({
      kind: z.enum(['past_due', 'staff', 'changed_company']),
      reason: z.string(),
      since: z.iso.datetime(),
    }),
  ),
  /** Its pending application. */
  inReviewId: z.string().nullable(),
  highestLimit: Dollars,
  acts: z.object({
    changeLimit: z.boolean(),
    freeze: z.boolean(),
    unfreeze: z.boolean(),
    writeOff: z.boolean(),
  }),
});

const byAccount = z.strictObject({ id: AccountId });

export const staffReadCreditAccount = endpoint({
  method: 'GET',
  path: '/api/admin/credit/accounts/{id}',
  access: 'staff',
  permission: 'credit.read',
  summary: "Returns a Net 30 account's limit, balance, and holds",
  params: byAccount,
  response: StaffCreditAccount,
});

export const staffListCreditMovements = endpoint({
  method: 'GET',
  path: '/api/admin/credit/accounts/{id}/movements',
  access: 'staff',
  permission: 'credit.read',
  summary: "Lists an account's ledger movements, newest first",
  params: byAccount,
  query: z.strictObject({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Not found')
      .optional(),
  }),
  response: z.object({ data: z.array(CreditMovement), nextCursor: z.string().nullable() }),
});

export const LimitForm = z.strictObject({
  to: limit,
  reason: required('Enter a reason. The customer can read it', 300),
});
export const FreezeForm = z.strictObject({
  reason: required('Enter a reason', 300),
});

/** The address is typed to confirm the right account. The reason is for staff. */
export const WriteOffForm = z.strictObject({
  reason: required('Enter a reason', 300),
  email: z.string().trim().min(1, 'Type the customer’s email address to confirm').max(254),
});

export const staffChangeLimit = endpoint({
  method: 'POST',
  path: '/api/admin/credit/accounts/{id}/limit',
  access: 'staff',
  permission: 'credit.write',
  fresh: true,
  summary: 'Changes a credit limit; `from` must match; the customer sees the reason',
  params: byAccount,
  body: z.strictObject({ from: Dollars, ...LimitForm.shape }),
  response: StaffCreditAccount,
});

export const staffFreezeCredit = endpoint({
  method: 'POST',
  path: '/api/admin/credit/accounts/{id}/freeze',
  access: 'staff',
  permission: 'credit.write',
  summary: 'Puts credit on hold; the reason is internal',
  params: byAccount,
  body: FreezeForm,
  response: StaffCreditAccount,
});

export const staffUnfreezeCredit = endpoint({
  method: 'DELETE',
  path: '/api/admin/credit/accounts/{id}/freeze',
  access: 'staff',
  permission: 'credit.write',
  summary: 'Ends a hold by staff; holds for past-due invoices remain',
  params: byAccount,
  response: StaffCreditAccount,
});

/** Before an invoice is past due, only the owner role may write off the balance. */
export const staffWriteOffCredit = endpoint({
  method: 'POST',
  path: '/api/admin/credit/accounts/{id}/write-off',
  access: 'staff',
  permission: 'credit.write',
  fresh: true,
  summary: 'Writes off the balance and closes the account; `owed` must match',
  params: byAccount,
  body: z.strictObject({ owed: Dollars, ...WriteOffForm.shape }),
  response: StaffCreditAccount,
});
