/**
 * Customers as staff see them: the list, one customer in sections that load separately, and the actions on
 * the account.
 */
import { endpoint } from '#contract/endpoint.ts';
import { country } from '#contract/billing.ts';
import { Dollars, draftPhone, draftText, required, SignedDollars } from '#contract/values.ts';
import { z } from 'zod';
import { Changed, Day, listQuery, oneOrMore, pageOf, Version } from './list.ts';
import { UserId } from './orders.ts';

export const customerViews = ['all', 'with_credit', 'disabled', 'unconfirmed'] as const;

/** A disabled account is `disabled`, whether its address is confirmed or not. */
export const customerStates = ['confirmed', 'unconfirmed', 'disabled'] as const;

export const CustomerRow = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  createdAt: z.iso.datetime(),
  isConfirmed: z.boolean(),
  isDisabled: z.boolean(),
  orders: z.number().int(),
});

export const customerList = {
  views: customerViews,
  sorts: ['newest', 'oldest'],
  filters: {
    state: oneOrMore(customerStates).optional(),
    credit: oneOrMore(['open', 'closed', 'none']).optional(),
    /** A country code or name. */
    country: country.optional(),
    from: Day.optional(),
    to: Day.optional(),
  },
} as const;

export const staffListCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'staff',
  permission: 'customers.read',
  summary: 'Lists customers by view, 50 per page',
  query: listQuery(customerList),
  response: pageOf(CustomerRow),
});

export const StaffCustomer = CustomerRow.extend({
  firstName: z.string(),
  lastName: z.string(),
  version: Version,
  /** The last change of the details, by staff or the customer. */
  changed: Changed,
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  confirmedAt: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime().nullable(),
  hasSecondFactor: z.boolean(),
  /** Active sessions. */
  sessions: z.number().int(),
  acts: z.object({
    edit: z.boolean(),
    viewAs: z.boolean(),
    disable: z.boolean(),
    enable: z.boolean(),
    endSessions: z.boolean(),
    resetSecondFactor: z.boolean(),
    note: z.boolean(),
  }),
});

const params = z.strictObject({ id: UserId });
const read = { method: 'GET', access: 'staff', permission: 'customers.read', params } as const;
const write = { access: 'staff', permission: 'customers.write', params, response: StaffCustomer } as const;

export const staffReadCustomer = endpoint({
  ...read,
  path: '/api/admin/customers/{id}',
  summary: "Returns a customer's details and allowed actions",
  response: StaffCustomer,
});

/**
 * Fields that a guest's purchase left empty may stay empty. Only the owner can change the email address, by
 * proving access to it.
 */
export const CustomerEdit = z.strictObject({
  firstName: required('First name is required', 100),
  lastName: required('Last name is required', 100),
  phone: draftPhone,
  address: draftText(300),
  city: draftText(100),
  country,
  version: Version,
  updateByAdmin: z.literal(true),
});

export const staffEditCustomer = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/admin/customers/{id}',
  summary: "Updates a customer's details",
  body: CustomerEdit,
});

export const staffListCustomerEmails = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/emails',
  summary: 'Lists the latest 50 emails sent to a customer',
  response: z.object({
    emails: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        subject: z.string(),
        writtenAt: z.iso.datetime(),
        state: z.enum(['sent', 'waiting', 'given_up']),
        /** When it was sent, or failed permanently. */
        settledAt: z.iso.datetime().nullable(),
        /** It can be resent unchanged: it has no single-use link. */
        sendAgain: z.boolean(),
      }),
    ),
  }),
});

export const Notes = z.object({
  notes: z.array(z.object({ id: z.string(), text: z.string(), at: z.iso.datetime(), by: z.string() })),
});

export const staffListCustomerNotes = endpoint({
  ...read,
  path: '/api/admin/customers/{id}/notes',
  summary: 'Lists internal notes about a customer, newest first',
  response: Notes,
});

export const NoteForm = z.strictObject({
  text: z.string().trim().min(1, 'Enter a note').max(2_000, 'At most 2,000 characters'),
});

export const staffNoteOnCustomer = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/customers/{id}/notes',
  summary: 'Adds an internal note about a customer',
  body: NoteForm,
  response: Notes,
});

export const staffReadCustomerCredit = endpoint({
  method: 'GET',
  access: 'staff',
  permission: 'credit.read',
  params,
  path: '/api/admin/customers/{id}/credit',
  summary: "Returns a customer's Net 30 account and latest application",
  response: z.object({
    account: z
      .object({
        id: z.string(),
        status: z.enum(['open', 'closed']),
        approvedCredit: Dollars,
        availableCredit: SignedDollars,
        owed: Dollars,
      })
      .nullable(),
    /** Only the last four digits of the EIN; revealing the rest is a separate action. */
    company: z.object({ legalName: z.string(), einLast4: z.string() }).nullable(),
    application: z
      .object({ id: z.string(), state: z.enum(['in_review', 'approved', 'declined', 'withdrawn']) })
      .nullable(),
  }),
});

export const staffDisableCustomer = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/customers/{id}/disabling',
  summary: 'Disables the account and ends its sessions',
});

export const staffEnableCustomer = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/customers/{id}/disabling',
  summary: 'Enables a disabled account',
});

export const staffEndCustomerSessions = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/customers/{id}/sessions',
  summary: 'Ends all sessions of a customer',
});

export const staffResetCustomerFactor = endpoint({
  ...write,
  method: 'DELETE',
  fresh: true,
  path: '/api/admin/customers/{id}/second-factor',
  summary: "Resets a customer's two-factor log-in; emails the customer",
});
