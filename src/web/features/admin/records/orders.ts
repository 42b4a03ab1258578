/** The list of orders, also shown on a customer's page. */
import { type OrderRow as OrderRowSchema, staffListOrders } from '#contract/admin/orders.ts';
import { staffList } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type OrderRow = z.input<typeof OrderRowSchema>;

export const useStaffOrdersQuery = staffList(staffListOrders, ['StaffOrders']);
