/** The list of products, also chosen for a new order. */
import { type ProductRow as ProductRowSchema, staffListProducts } from '#contract/admin/catalog.ts';
import { staffList } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type ProductRow = z.input<typeof ProductRowSchema>;

export const useStaffProductsQuery = staffList(staffListProducts, ['StaffCatalog']);
