/** Calls for products and their prices. A write returns the updated record; lists are refetched. */
import {
  type ProductRow as ProductRowSchema,
  staffChangePrice,
  staffCreateProduct,
  staffEditProduct,
  staffListPriceChanges,
  staffListProducts,
  staffOrderProducts,
  staffPreviewPriceChange,
  staffReadProduct,
} from '#contract/admin/catalog.ts';
import { listBlogs } from '#contract/blogs.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type ProductRow = z.input<typeof ProductRowSchema>;
export type Product = Answer<typeof staffReadProduct>;
export type PriceChange = Answer<typeof staffChangePrice>;
export type PriceNotice = Answer<typeof staffPreviewPriceChange>;

type Id = { id: string };
export type BodyOf<E extends Parameters<typeof ask>[0]> = z.input<E['body']>;

const catalogApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffProducts: build.query<Answer<typeof staffListProducts>, ListQuery>({
      query: (query) => ask(staffListProducts, { query: query as Sent<typeof staffListProducts>['query'] }),
      providesTags: ['StaffCatalog'],
      keepUnusedDataFor: 300,
    }),
    staffProduct: build.query<Product, string>({
      query: (id) => ask(staffReadProduct, { params: { id } }),
      providesTags: ['StaffCatalog'],
    }),
    /** Posts that a page can link to: the newest 100 published ones. */
    publishedPosts: build.query<{ slug: string; title: string }[], void>({
      query: () => ask(listBlogs, { query: { limit: 100 } }),
      transformResponse: ({ data }: Answer<typeof listBlogs>) => data,
      keepUnusedDataFor: 0,
    }),
    staffProductCreation: build.mutation<Product, BodyOf<typeof staffCreateProduct>>({
      query: (body) => ask(staffCreateProduct, { body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffProductEdit: build.mutation<Product, Id & { body: BodyOf<typeof staffEditProduct> }>({
      query: ({ id, body }) => ask(staffEditProduct, { params: { id }, body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffProductOrder: build.mutation<Answer<typeof staffOrderProducts>, BodyOf<typeof staffOrderProducts>>({
      query: (body) => ask(staffOrderProducts, { body }),
      invalidatesTags: ['StaffCatalog'],
    }),
    staffPriceChanges: build.query<PriceChange[], string>({
      query: (id) => ask(staffListPriceChanges, { params: { id } }),
      transformResponse: ({ changes }: Answer<typeof staffListPriceChanges>) => changes,
      providesTags: ['StaffCatalog'],
    }),
    staffPriceNotice: build.query<PriceNotice, Id & { price: string; startsOn: string }>({
      query: ({ id, price, startsOn }) =>
        ask(staffPreviewPriceChange, {
          params: { id },
          query: { price, ...(startsOn === '' ? {} : { startsOn }) },
        }),
      keepUnusedDataFor: 10,
    }),
    staffPriceDecision: build.mutation<PriceChange, Id & { body: BodyOf<typeof staffChangePrice> }>({
      query: ({ id, body }) => ask(staffChangePrice, { params: { id }, body }),
      invalidatesTags: ['StaffCatalog'],
    }),
  }),
});

export const {
  usePublishedPostsQuery,
  useStaffProductsQuery,
  useStaffProductQuery,
  useStaffProductCreationMutation,
  useStaffProductEditMutation,
  useStaffProductOrderMutation,
  useStaffPriceChangesQuery,
  useStaffPriceNoticeQuery,
  useStaffPriceDecisionMutation,
  usePrefetch: useCatalogPrefetch,
} = catalogApi;
