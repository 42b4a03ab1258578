/** Calls for page texts. */
import { type PageTextKey, staffReadPageTexts, staffSavePageTexts } from '#contract/admin/page-texts.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';

/** The texts of one page. */
export type PageTextRecord = Answer<typeof staffReadPageTexts>;

const pageTextsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffPageTexts: build.query<PageTextRecord, PageTextKey>({
      query: (key) => ask(staffReadPageTexts, { params: { key } }),
      providesTags: ['StaffPageTexts'],
    }),
    staffPageTextsSave: build.mutation<PageTextRecord, Sent<typeof staffSavePageTexts>['body']>({
      query: (body) => ask(staffSavePageTexts, { body }),
      invalidatesTags: ['StaffPageTexts'],
    }),
  }),
});

export const { useStaffPageTextsQuery, useStaffPageTextsSaveMutation } = pageTextsApi;
