/** Calls for saved views. */
import {
  staffChangeView,
  staffDeleteView,
  staffListViews,
  staffSaveView,
  staffShareView,
} from '#contract/admin/views.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { ListQuery } from './list-state.ts';

export type SavedView = Answer<typeof staffSaveView>;
type Named = { name: string; query: ListQuery };

const viewsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffViews: build.query<SavedView[], string>({
      query: (list) => ask(staffListViews, { query: { list } }),
      transformResponse: ({ views }: Answer<typeof staffListViews>) => views,
      providesTags: ['StaffViews'],
      keepUnusedDataFor: 300,
    }),
    staffViewSaving: build.mutation<SavedView, { list: string } & Named>({
      query: (body) => ask(staffSaveView, { body }),
      invalidatesTags: ['StaffViews'],
    }),
    staffViewChange: build.mutation<SavedView, { id: string } & Named>({
      query: ({ id, ...body }) => ask(staffChangeView, { params: { id }, body }),
      invalidatesTags: ['StaffViews'],
    }),
    staffViewDeletion: build.mutation<{ id: string }, string>({
      query: (id) => ask(staffDeleteView, { params: { id } }),
      invalidatesTags: ['StaffViews'],
    }),
    staffViewSharing: build.mutation<SavedView, { id: string; shared: boolean }>({
      query: ({ id, shared }) => ask(staffShareView, { params: { id }, body: { shared } }),
      invalidatesTags: ['StaffViews'],
    }),
  }),
});

export const {
  useStaffViewsQuery,
  useStaffViewSavingMutation,
  useStaffViewChangeMutation,
  useStaffViewDeletionMutation,
  useStaffViewSharingMutation,
} = viewsApi;
