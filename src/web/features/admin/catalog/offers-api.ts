/** Calls for boosters and discount codes. */
import {
  type StaffBooster,
  staffCreateBooster,
  staffEditBooster,
  staffListBoosters,
  staffReadBooster,
} from '#contract/admin/boosters.ts';
import {
  staffCreateCoupon,
  staffEditCoupon,
  staffEndCoupon,
  staffListCoupons,
  staffListCouponUses,
  staffReadCoupon,
} from '#contract/admin/coupons.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';
import type { BodyOf } from './catalog-api.ts';

export type Booster = z.input<typeof StaffBooster>;
export type BoosterRecord = Answer<typeof staffReadBooster>;
export type Coupon = Answer<typeof staffReadCoupon>;

type Id = { id: string };

const offersApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffBoosters: build.query<Answer<typeof staffListBoosters>, ListQuery>({
      query: (query) => ask(staffListBoosters, { query: query as Sent<typeof staffListBoosters>['query'] }),
      providesTags: ['StaffCatalog'],
      keepUnusedDataFor: 300,
    }),
    staffBooster: build.query<BoosterRecord, string>({
      query: (id) => ask(staffReadBooster, { params: { id } }),
      providesTags: ['StaffCatalog'],
    }),
    staffBoosterCreation: build.mutation<BoosterRecord, BodyOf<typeof staffCreateBooster>>({
      query: (body) => ask(staffCreateBooster, { body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffBoosterEdit: build.mutation<BoosterRecord, Id & { body: BodyOf<typeof staffEditBooster> }>({
      query: ({ id, body }) => ask(staffEditBooster, { params: { id }, body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffCoupons: build.query<Answer<typeof staffListCoupons>, ListQuery>({
      query: (query) => ask(staffListCoupons, { query: query as Sent<typeof staffListCoupons>['query'] }),
      providesTags: ['StaffCatalog'],
      keepUnusedDataFor: 300,
    }),
    staffCoupon: build.query<Coupon, string>({
      query: (id) => ask(staffReadCoupon, { params: { id } }),
      providesTags: ['StaffCatalog'],
    }),
    staffCouponUses: build.query<Answer<typeof staffListCouponUses>, Id & { cursor: string | null }>({
      query: ({ id, cursor }) =>
        ask(staffListCouponUses, { params: { id }, query: cursor === null ? {} : { cursor } }),
      providesTags: ['StaffCatalog'],
    }),
    staffCouponCreation: build.mutation<Coupon, BodyOf<typeof staffCreateCoupon>>({
      query: (body) => ask(staffCreateCoupon, { body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffCouponEdit: build.mutation<Coupon, Id & { body: BodyOf<typeof staffEditCoupon> }>({
      query: ({ id, body }) => ask(staffEditCoupon, { params: { id }, body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffCouponEnding: build.mutation<Coupon, Id & { version: number }>({
      query: ({ id, version }) => ask(staffEndCoupon, { params: { id }, body: { version } }),
      invalidatesTags: ['StaffCatalog'],
    }),
  }),
});

export const {
  useStaffBoostersQuery,
  useStaffBoosterQuery,
  useStaffBoosterCreationMutation,
  useStaffBoosterEditMutation,
  useStaffCouponsQuery,
  useStaffCouponQuery,
  useStaffCouponUsesQuery,
  useStaffCouponCreationMutation,
  useStaffCouponEditMutation,
  useStaffCouponEndingMutation,
  usePrefetch: useOffersPrefetch,
} = offersApi;
