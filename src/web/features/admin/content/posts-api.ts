/** Calls for posts. An automatic save updates the cached record instead of refetching it. */
import {
  type PostRow as PostRowSchema,
  staffCreatePost,
  staffDeletePost,
  staffEditPost,
  staffListPosts,
  staffListPostVersions,
  staffPreviewPost,
  staffPublishPost,
  staffReadPost,
  staffReadPostVersion,
  staffRestorePost,
  staffSchedulePost,
} from '#contract/admin/posts.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type PostRow = z.input<typeof PostRowSchema>;
export type Post = Answer<typeof staffReadPost>;
export type PostVersion = Answer<typeof staffListPostVersions>['versions'][number];
export type ShownVersion = Answer<typeof staffReadPostVersion>;

type Id = { id: string };
type Seen = Id & { version: number };

const listTag = { type: 'StaffPosts', id: 'lists' } as const;
const versionsTag = (id: string) => ({ type: 'StaffPosts', id: `versions of ${id}` }) as const;

const postsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffPosts: build.query<Answer<typeof staffListPosts>, ListQuery>({
      query: (query) => ask(staffListPosts, { query: query as Sent<typeof staffListPosts>['query'] }),
      providesTags: [listTag],
      keepUnusedDataFor: 300,
    }),
    staffPost: build.query<Post, string>({
      query: (id) => ask(staffReadPost, { params: { id } }),
      providesTags: (_post, _error, id) => [{ type: 'StaffPosts', id }],
      keepUnusedDataFor: 0,
    }),
    staffPostPreview: build.query<Answer<typeof staffPreviewPost>, string>({
      query: (id) => ask(staffPreviewPost, { params: { id } }),
      keepUnusedDataFor: 0,
    }),
    staffPostVersions: build.query<PostVersion[], string>({
      query: (id) => ask(staffListPostVersions, { params: { id } }),
      transformResponse: ({ versions }: Answer<typeof staffListPostVersions>) => versions,
      providesTags: (_versions, _error, id) => [versionsTag(id)],
    }),
    staffPostVersion: build.query<ShownVersion, Seen>({
      query: ({ id, version }) => ask(staffReadPostVersion, { params: { id, version: String(version) } }),
      keepUnusedDataFor: 0,
    }),
    staffPostCreation: build.mutation<Post, string>({
      query: (title) => ask(staffCreatePost, { body: { title } }),
      invalidatesTags: [listTag],
    }),
    staffPostEdit: build.mutation<Post, Id & { body: Sent<typeof staffEditPost>['body'] }>({
      query: ({ id, body }) => ask(staffEditPost, { params: { id }, body }),
      invalidatesTags: (_post, _error, { id }) => [listTag, versionsTag(id)],
    }),
    staffPostDeletion: build.mutation<Answer<typeof staffDeletePost>, Seen>({
      query: ({ id, version }) => ask(staffDeletePost, { params: { id }, body: { version } }),
      invalidatesTags: [listTag],
    }),
    staffPostPublication: build.mutation<Post, Seen>({
      query: ({ id, version }) => ask(staffPublishPost, { params: { id }, body: { version } }),
      invalidatesTags: (_post, _error, { id }) => [listTag, versionsTag(id)],
    }),
    staffPostSchedule: build.mutation<Post, Seen & { at: string | null }>({
      query: ({ id, version, at }) => ask(staffSchedulePost, { params: { id }, body: { version, at } }),
      invalidatesTags: [listTag],
    }),
    staffPostRestoration: build.mutation<Post, Seen & { becomes: number }>({
      query: ({ id, version, becomes }) =>
        ask(staffRestorePost, { params: { id }, body: { version, becomes } }),
      invalidatesTags: (_post, _error, { id }) => [listTag, versionsTag(id)],
    }),
  }),
});

export const {
  useStaffPostsQuery,
  useStaffPostQuery,
  useStaffPostPreviewQuery,
  useStaffPostVersionsQuery,
  useStaffPostVersionQuery,
  useStaffPostCreationMutation,
  useStaffPostDeletionMutation,
  useStaffPostEditMutation,
  useStaffPostPublicationMutation,
  useStaffPostScheduleMutation,
  useStaffPostRestorationMutation,
  usePrefetch: usePostsPrefetch,
} = postsApi;
