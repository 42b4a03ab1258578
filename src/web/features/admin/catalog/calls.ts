/**
 * Calls for products, their prices, boosters, and discount codes. A write returns the updated record; lists
 * are refetched.
 */
import {
  type StaffBooster,
  staffCreateBooster,
  staffEditBooster,
  staffListBoosters,
  staffReadBooster,
} from '#contract/admin/boosters.ts';
import {
  staffChangePrice,
  staffCreateProduct,
  staffEditProduct,
  staffListPriceChanges,
  staffOrderProducts,
  staffPreviewPriceChange,
  staffReadProduct,
} from '#contract/admin/catalog.ts';
import {
  staffCreateCoupon,
  staffEditCoupon,
  staffEndCoupon,
  staffListCoupons,
  staffListCouponUses,
  staffReadCoupon,
} from '#contract/admin/coupons.ts';
import { listBlogs } from '#contract/blogs.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffList, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type Product = Answer<typeof staffReadProduct>;
export type PriceChange = Answer<typeof staffChangePrice>;
export type Booster = z.input<typeof StaffBooster>;
export type BoosterRecord = Answer<typeof staffReadBooster>;
export type Coupon = Answer<typeof staffReadCoupon>;

const tags = ['StaffCatalog'] as const;

export const useStaffProductQuery = staffQuery(staffReadProduct, tags);
export const useStaffProductCreationMutation = staffMutation(staffCreateProduct, tags);
export const useStaffProductEditMutation = staffMutation(staffEditProduct, tags);
export const useStaffProductOrderMutation = staffMutation(staffOrderProducts, tags);
export const useStaffPriceChangesQuery = staffQuery(staffListPriceChanges, tags, {
  pick: ({ changes }) => changes,
});
export const useStaffPriceNoticeQuery = staffQuery(staffPreviewPriceChange, [], { keepUnusedDataFor: 10 });
export const useStaffPriceDecisionMutation = staffMutation(staffChangePrice, tags);
/** Posts that a page can link to. */
export const usePublishedPostsQuery = staffQuery(listBlogs, [], {
  pick: ({ data }) => data,
  keepUnusedDataFor: 0,
});

export const useStaffBoostersQuery = staffList(staffListBoosters, tags);
export const useStaffBoosterQuery = staffQuery(staffReadBooster, tags);
export const useStaffBoosterCreationMutation = staffMutation(staffCreateBooster, tags);
export const useStaffBoosterEditMutation = staffMutation(staffEditBooster, tags);

export const useStaffCouponsQuery = staffList(staffListCoupons, tags);
export const useStaffCouponQuery = staffQuery(staffReadCoupon, tags);
export const useStaffCouponUsesQuery = staffQuery(staffListCouponUses, tags);
export const useStaffCouponCreationMutation = staffMutation(staffCreateCoupon, tags);
export const useStaffCouponEditMutation = staffMutation(staffEditCoupon, tags);
export const useStaffCouponEndingMutation = staffMutation(staffEndCoupon, tags);
