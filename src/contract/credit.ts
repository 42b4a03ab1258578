/**
 * Credit on the wire: the company, the application, the account, and its ledger. A full EIN is accepted but
 * never returned: responses have only its last four digits.
 */
import { toEin } from '#kernel/ein.ts';
import { usStates } from '#kernel/us-states.ts';
import { z } from 'zod';
import { country, phoneNumber } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { BillTo, Seller } from './invoices.ts';
import { Dollars, draftText, required, SignedDollars } from './values.ts';

const einMessage = 'Enter the nine digits of your EIN, such as 12-3456789';
const Ein = z
  .string({ error: 'EIN is required' })
  .trim()
  .min(1, 'EIN is required')
  .max(20, einMessage)
  .refine((typed) => toEin(typed) !== null, einMessage);
const Day = z.iso.date('Enter a date, such as 2026-01-31');
const FormationState = z.string().refine((code) => usStates.has(code), 'Choose a state from the list');

export const entityTypes = ['llc', 'corporation', 'partnership', 'nonprofit', 'other'] as const;
export const applicantRoles = ['owner', 'officer', 'member', 'manager', 'other'] as const;

const about = {
  legalName: required('Legal name is required', 160),
  entityType: z.enum(entityTypes, 'Choose the business type'),
  /** Null: not formed in the United States. */
  formationState: FormationState.nullable(),
  /** UTC day, not in the future. */
  formedOn: Day,
  addressLine1: required('Address is required', 300),
  city: required('City is required', 100),
  state: required('State is required', 100),
  postalCode: required('ZIP code is required', 20),
  country,
  phone: phoneNumber('Phone number is required'),
  website: draftText(200).refine(
    (text) => text === '' || /^(https?:\/\/)?[^\s/]+\.[^\s/]+(\/\S*)?$/.test(text),
    'Enter the address of a website',
  ),
  applicantRole: z.enum(applicantRoles, 'Choose your role'),
};

/** The EIN may be omitted when one is already stored. */
export const CompanyForm = z.strictObject({
  ...about,
  ein: Ein.optional(),
  attested: z.literal(true, 'Confirm that the information is true'),
});

/** The stored company. Values accepted under earlier rules are still returned. */
export const Company = z.object({
  ...about,
  legalName: z.string(),
  formedOn: z.string(),
  addressLine1: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string(),
  website: z.string(),
  einLast4: z.string(),
  attestedAt: z.iso.datetime(),
});

export const readCompany = endpoint({
  method: 'GET',
  path: '/api/credit/company',
  access: 'customer',
  impersonation: 'refused',
  summary: "Returns the user's company information, or null",
  response: z.object({ company: Company.nullable() }),
});
export const saveCompany = endpoint({
  method: 'PUT',
  path: '/api/credit/company',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Saves company information; business changes after an approval are reviewed',
  body: CompanyForm,
  response: z.object({ company: Company, inReview: z.boolean() }),
});

export const readConsistency = endpoint({
  method: 'GET',
  path: '/api/credit/consistency',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Compares the profile, the company, and the latest paid order',
  response: z.object({
    agrees: z.boolean(),
    checks: z.array(
      z.object({
        field: z.enum(['name', 'companyName', 'address', 'phone']),
        agrees: z.boolean(),
        values: z.array(z.object({ place: z.enum(['profile', 'company', 'order']), value: z.string() })),
      }),
    ),
  }),
});

export const Application = z.object({
  /** `change`: of the company, after an approval. */
  kind: z.enum(['first', 'change']),
  state: z.enum(['in_review', 'approved', 'declined', 'withdrawn']),
  appliedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** After a decline: the earliest day to apply again. */
  againOn: z.string().nullable(),
  reasons: z.array(z.object({ code: z.string(), found: z.string(), change: z.string() })),
});
const ApplicationAnswer = z.object({
  application: Application.nullable(),
  mayApply: z.boolean(),
  /** Why applying is not possible yet: the error that the call would return. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The text of the consent, and the version to send with it. */
  terms: z.object({ version: z.string(), text: z.string() }),
});

export const readApplication = endpoint({
  method: 'GET',
  path: '/api/credit/application',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Returns the latest Net 30 application and whether the user may apply',
  response: ApplicationAnswer,
});
export const applyForCredit = endpoint({
  method: 'POST',
  path: '/api/credit/application',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Applies for Net 30; decided by rule or sent to review',
  body: z.strictObject({
    termsVersion: z.string().min(1).max(64),
    termsAgreed: z.literal(true, 'Please accept the credit terms'),
  }),
  response: ApplicationAnswer,
});
export const withdrawApplication = endpoint({
  method: 'DELETE',
  path: '/api/credit/application',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Withdraws an application that is in review',
  response: ApplicationAnswer,
});

export const CreditInvoice = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  issuedAt: z.iso.datetime(),
  /** UTC day: a payment on it is on time. */
  dueOn: z.string(),
  amount: Dollars,
  owed: Dollars,
  /** 0: not past due. */
  daysLate: z.number(),
  /** Lateness in a credit bureau's buckets. */
  lateBucket: z.union([z.literal(0), z.literal(31), z.literal(61), z.literal(91)]),
  stripeHostedInvoice: z.string().nullable(),
  /**
   * The rise of the limit once the order is done and fully paid on time; null when that is no longer
   * possible.
   */
  bonus: Dollars.nullable(),
});

export const CreditAccount = z.object({
  status: z.enum(['none', 'open', 'closed']),
  openedAt: z.iso.datetime().nullable(),
  /** approvedCredit = availableCredit + held + owed. */
  approvedCredit: Dollars,
  availableCredit: SignedDollars,
  held: Dollars,
  owed: Dollars,
  pastDue: Dollars,
  frozen: z.object({ since: z.iso.datetime(), pastDue: z.boolean(), byStaff: z.boolean() }).nullable(),
  /** Unpaid for 30 days or more after the due day. */
  inCollections: z.boolean(),
  /** Closed because the debt was written off. A new application is declined. */
  isWrittenOff: z.boolean(),
  invoices: z.array(CreditInvoice),
  /** The amount owed, by lateness. */
  aging: z.array(z.object({ from: z.enum(['not_due', '1', '31', '61', '91']), owed: Dollars })),
});

export const readCreditAccount = endpoint({
  method: 'GET',
  path: '/api/credit/account',
  access: 'customer',
  summary: 'Returns the Net 30 limit, balance, due dates, and holds',
  response: CreditAccount,
});
export const closeCredit = endpoint({
  method: 'DELETE',
  path: '/api/credit/account',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Closes the Net 30 account if nothing is held or owed',
  response: CreditAccount,
});

const Balances = z.object({
  approvedCredit: Dollars,
  availableCredit: SignedDollars,
  held: Dollars,
  owed: Dollars,
});

/** One movement of the ledger. The four entries sum to zero; `limit` is negative, as in the ledger. */
export const CreditMovement = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  reason: z.string(),
  ruleVersion: z.string(),
  by: z.enum(['you', 'staff', 'shop']),
  entries: z.object({
    limit: SignedDollars,
    available: SignedDollars,
    hold: SignedDollars,
    owed: SignedDollars,
  }),
  /** The values after the movement. */
  approvedCredit: Dollars,
  availableCredit: SignedDollars,
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
  invoice: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** For a payment: whether it was on time. */
  onTime: z.boolean().nullable(),
});

export const listCreditMovements = endpoint({
  method: 'GET',
  path: '/api/credit/movements',
  access: 'customer',
  summary: 'Lists ledger movements with their reasons, newest first',
  query: z.strictObject({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Not found')
      .optional(),
  }),
  response: z.object({ data: z.array(CreditMovement), nextCursor: z.string().nullable() }),
});

/** A UTC month, such as `2027-02`. Omitted: the current month. */
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Choose a month, such as 2027-02');
const ofMonth = z.strictObject({ month: Month.optional() });

export const CreditStatement = z.object({
  month: z.string(),
  /** The month is over: it no longer changes. */
  isFinal: z.boolean(),
  /** The last UTC day included: the end of the month, or today. */
  until: z.iso.date(),
  /** Months with a statement, newest first. */
  months: z.array(z.string()),
  seller: Seller,
  billTo: BillTo,
  before: Balances,
  after: Balances,
  movements: z.array(CreditMovement),
  /** Invoices unpaid at the end, earliest due date first. */
  invoices: z.array(CreditInvoice.pick({ id: true, number: true, dueOn: true, owed: true, daysLate: true })),
});

export const readCreditStatement = endpoint({
  method: 'GET',
  path: '/api/credit/statement',
  access: 'customer',
  summary: 'Returns a monthly statement with balances, movements, and open invoices',
  query: ofMonth,
  response: CreditStatement,
});

export const printCreditStatement = endpoint({
  method: 'GET',
  path: '/api/credit/statement/pdf',
  access: 'customer',
  summary: 'Returns a monthly statement as a base64 PDF file',
  query: ofMonth,
  response: z.object({ fileName: z.string(), content: z.base64() }),
});
