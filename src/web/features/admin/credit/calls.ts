/**
 * Calls for credit. An action returns the updated record; lists, the aging report, and customers are
 * refetched.
 */
import {
  type AccountRow as AccountRowSchema,
  type ApplicationRow as ApplicationRowSchema,
  staffChangeLimit,
  staffDecideApplication,
  staffFreezeCredit,
  staffListApplications,
  staffListCreditAccounts,
  staffListCreditMovements,
  staffReadAging,
  staffReadApplication,
  staffReadCreditAccount,
  staffUnfreezeCredit,
  staffWriteOffCredit,
} from '#contract/admin/credit.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffList, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type ApplicationRow = z.input<typeof ApplicationRowSchema>;
export type Application = Answer<typeof staffReadApplication>;
export type Decision = Sent<typeof staffDecideApplication>['body'];
export type AccountRow = z.input<typeof AccountRowSchema>;
export type Account = Answer<typeof staffReadCreditAccount>;
export type Aging = Answer<typeof staffReadAging>;
export type Book = Answer<typeof staffListCreditMovements>;

const tags = ['StaffCredit'] as const;
const changed = ['StaffCredit', 'StaffCustomers', 'StaffHome'] as const;

export const useStaffApplicationsQuery = staffList(staffListApplications, tags);
export const useStaffApplicationQuery = staffQuery(staffReadApplication, tags);
export const useStaffDecisionMutation = staffMutation(staffDecideApplication, changed);
export const useStaffCreditAccountsQuery = staffList(staffListCreditAccounts, tags);
export const useStaffAgingQuery = staffQuery(staffReadAging, tags);
export const useStaffCreditAccountQuery = staffQuery(staffReadCreditAccount, tags);
export const useStaffCreditBookQuery = staffQuery(staffListCreditMovements, tags);
export const useStaffLimitMutation = staffMutation(staffChangeLimit, changed);
export const useStaffFreezeMutation = staffMutation(staffFreezeCredit, changed);
export const useStaffUnfreezeMutation = staffMutation(staffUnfreezeCredit, changed);
export const useStaffWriteOffMutation = staffMutation(staffWriteOffCredit, changed);
