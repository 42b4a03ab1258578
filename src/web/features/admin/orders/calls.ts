/** Calls for orders. An action returns the order's updated details; the history and lists are refetched. */
import {
  staffCancelOrder,
  staffCancelSale,
  staffCompleteOrder,
  staffCreateOrder,
  staffNoteOnOrder,
  staffRefundOrder,
  staffSendOrderLink,
} from '#contract/admin/order-acts.ts';
import { type Moment, staffReadOrder, staffReadOrderStory } from '#contract/admin/orders.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type OrderFacts = Answer<typeof staffReadOrder>;
export type OrderMoment = z.input<typeof Moment>;

export type NewOrder = Sent<typeof staffCreateOrder>['body'];
export type SaleCancellation = Sent<typeof staffCancelSale>['body'];

const tags = ['StaffOrders'] as const;
/** Refetched after an action. The order's details come from the response. */
const changed = ['StaffOrders', 'StaffHome', 'StaffCustomers', 'StaffCredit', 'StaffMoney'] as const;

export const useStaffOrderQuery = staffQuery(staffReadOrder, tags);
export const useStaffOrderStoryQuery = staffQuery(staffReadOrderStory, tags, {
  pick: ({ moments }) => moments,
});
export const useStaffCompleteOrderMutation = staffMutation(staffCompleteOrder, changed);
export const useStaffCancelOrderMutation = staffMutation(staffCancelOrder, changed);
export const useStaffCancelSaleMutation = staffMutation(staffCancelSale, changed);
export const useStaffRefundOrderMutation = staffMutation(staffRefundOrder, changed);
export const useStaffOrderCreationMutation = staffMutation(staffCreateOrder, changed);
export const useStaffSendOrderLinkMutation = staffMutation(staffSendOrderLink, tags);
export const useStaffNoteOnOrderMutation = staffMutation(staffNoteOnOrder, tags);
