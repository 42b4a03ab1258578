/** Calls for money. A running comparison is polled until it ends. */
import {
  type DisputeRow as DisputeRowSchema,
  type RefundRow as RefundRowSchema,
  staffListDisputes,
  staffListRefunds,
  staffReadComparisons,
  staffReadDispute,
  staffRunComparisons,
} from '#contract/admin/money.ts';
import { staffReadMonth } from '#contract/admin/month.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffList, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type RefundRow = z.input<typeof RefundRowSchema>;
export type DisputeRow = z.input<typeof DisputeRowSchema>;
export type Dispute = Answer<typeof staffReadDispute>;
export type Comparisons = Answer<typeof staffReadComparisons>;
export type MonthFigures = Answer<typeof staffReadMonth>;
export type Comparison = Comparisons['comparisons'][number];

const tags = ['StaffMoney'] as const;

export const useStaffComparisonsQuery = staffQuery(staffReadComparisons, tags);
export const useStaffCompareMutation = staffMutation(staffRunComparisons, ['StaffMoney', 'StaffHome']);
export const useStaffRefundsQuery = staffList(staffListRefunds, tags);
export const useStaffDisputesQuery = staffList(staffListDisputes, tags);
export const useStaffDisputeQuery = staffQuery(staffReadDispute, tags);
export const useStaffMonthQuery = staffQuery(staffReadMonth, tags, { keepUnusedDataFor: 300 });
