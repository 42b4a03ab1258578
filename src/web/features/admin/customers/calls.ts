/** Calls for customers. An action returns the updated customer; lists and sections are refetched. */
import { type StaffCart, staffReadCart } from '#contract/admin/carts.ts';
import {
  staffDeleteCustomer,
  staffExportArchive,
  staffStopViewing,
  staffViewAs,
} from '#contract/admin/customer-acts.ts';
import {
  staffEndCustomerSession,
  staffListCustomerCards,
  staffListCustomerCarts,
  staffListCustomerConsents,
  staffListCustomerReports,
  staffListCustomerSessions,
  staffListCustomerSubscriptions,
} from '#contract/admin/customer-sections.ts';
import {
  type CustomerRow as CustomerRowSchema,
  staffDisableCustomer,
  staffEditCustomer,
  staffEnableCustomer,
  staffEndCustomerSessions,
  staffListCustomerEmails,
  staffListCustomerNotes,
  staffListCustomers,
  staffNoteOnCustomer,
  staffReadCustomerCredit,
  staffResetCustomerFactor,
} from '#contract/admin/customers.ts';
import type { Customer } from '#web/features/admin/records/customers.ts';
import {
  callOf,
  staffCall,
  staffList,
  staffMutation,
  staffQuery,
} from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type CustomerRow = z.input<typeof CustomerRowSchema>;
export type Cart = z.input<typeof StaffCart>;

export const accountActs = {
  disable: staffDisableCustomer,
  enable: staffEnableCustomer,
  endSessions: staffEndCustomerSessions,
  resetSecondFactor: staffResetCustomerFactor,
} as const;
export type AccountAct = keyof typeof accountActs;

const tags = ['StaffCustomers'] as const;
/** A separate tag: lists can be refetched without refetching a deleted customer. */
const lists = { type: 'StaffCustomers', id: 'lists' } as const;

export const useStaffCustomersQuery = staffList(staffListCustomers, [lists]);
export const useStaffCustomerEmailsQuery = staffQuery(staffListCustomerEmails, tags);
export const useStaffCustomerNotesQuery = staffQuery(staffListCustomerNotes, tags);
export const useStaffCustomerCreditQuery = staffQuery(staffReadCustomerCredit, [...tags, 'StaffCredit']);
export const useStaffCustomerNoteMutation = staffMutation(staffNoteOnCustomer, tags);
export const useStaffCustomerEditMutation = staffMutation(staffEditCustomer, tags);
export const useStaffAccountActMutation = staffCall<Customer, { id: string; act: AccountAct }>(
  'account act',
  ({ id, act }) => callOf(accountActs[act], id),
  tags,
);

export const useStaffCustomerCardsQuery = staffQuery(staffListCustomerCards, tags);
export const useStaffCustomerCartsQuery = staffQuery(staffListCustomerCarts, tags);
export const useStaffCartQuery = staffQuery(staffReadCart, tags);
export const useStaffCustomerSessionsQuery = staffQuery(staffListCustomerSessions, tags);
export const useStaffCustomerConsentsQuery = staffQuery(staffListCustomerConsents, tags);
export const useStaffCustomerReportsQuery = staffQuery(staffListCustomerReports, [...tags, 'StaffCredit']);
export const useStaffCustomerSubscriptionsQuery = staffQuery(staffListCustomerSubscriptions, [
  ...tags,
  'StaffOrders',
]);
export const useStaffEndSessionMutation = staffMutation(staffEndCustomerSession, tags);
export const useStaffArchiveMutation = staffMutation(staffExportArchive, tags);
/** A deleted customer is not refetched: their page closes first. */
export const useStaffDeletionMutation = staffMutation(staffDeleteCustomer, [
  lists,
  'StaffOrders',
  'StaffCredit',
  'StaffHome',
]);
export const useStaffViewAsMutation = staffMutation(staffViewAs, tags);
export const useStaffStopViewingMutation = staffMutation(staffStopViewing, tags);
