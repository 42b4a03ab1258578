/** Calls for the signed-in staff member, and for the code required before sensitive actions. */
import { giveFreshFactor, readStaffPerson } from '#contract/admin/session.ts';
import { staffSearch } from '#contract/admin/search.ts';
import type { Answer } from '#contract/endpoint.ts';
import { api, ask } from '#web/session/api.ts';

export type StaffPerson = Answer<typeof readStaffPerson>;

export type Hit = Answer<typeof staffSearch>['hits'][number];

/**
 * Cache tags of the console's lists and records. A mutation names what it changes: `invalidatesTags:
 * ['StaffOrders', 'StaffHome']`.
 */
export const staffTags = [
  'Staff',
  'StaffHome',
  'StaffOrders',
  'StaffCustomers',
  'StaffCredit',
  'StaffCatalog',
  'StaffMoney',
  'StaffPosts',
  'StaffPageTexts',
  'StaffBulk',
  'StaffViews',
  'StaffMessages',
  'StaffPeople',
  'StaffSettings',
  'StaffEmailTexts',
  'StaffHealth',
] as const;

/** Each area adds its endpoints with `staffApi.injectEndpoints`. */
export const staffApi = api.enhanceEndpoints({ addTagTypes: staffTags });

const sessionApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffPerson: build.query<StaffPerson, void>({
      query: () => ask(readStaffPerson),
      providesTags: ['Staff'],
    }),
    staffSearch: build.query<Hit[], string>({
      query: (q) => ask(staffSearch, { query: { q } }),
      transformResponse: ({ hits }: Answer<typeof staffSearch>) => hits,
      keepUnusedDataFor: 30,
    }),
    staffFreshFactor: build.mutation<Answer<typeof giveFreshFactor>, string>({
      query: (code) => ask(giveFreshFactor, { body: { code } }),
      invalidatesTags: ['Staff'],
    }),
  }),
});

export const { useStaffPersonQuery, useStaffSearchQuery, useStaffFreshFactorMutation } = sessionApi;
