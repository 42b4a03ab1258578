/** One customer, also chosen for a new order. */
import { staffReadCustomer } from '#contract/admin/customers.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type Customer = Answer<typeof staffReadCustomer>;

export const useStaffCustomerQuery = staffQuery(staffReadCustomer, ['StaffCustomers']);
