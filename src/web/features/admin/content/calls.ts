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
import type { Answer } from '#contract/endpoint.ts';
import { staffList, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type PostRow = z.input<typeof PostRowSchema>;
export type Post = Answer<typeof staffReadPost>;
export type PostVersion = Answer<typeof staffListPostVersions>['versions'][number];

const lists = { type: 'StaffPosts', id: 'lists' } as const;
const versionsOf = (id: string) => ({ type: 'StaffPosts', id: `versions of ${id}` }) as const;
const listsAndVersions = (_post: unknown, _error: unknown, { id }: { id: string }) => [lists, versionsOf(id)];

export const useStaffPostsQuery = staffList(staffListPosts, [lists]);
export const useStaffPostQuery = staffQuery(
  staffReadPost,
  (_post, _error, id) => [{ type: 'StaffPosts', id }],
  {
    keepUnusedDataFor: 0,
  },
);
export const useStaffPostPreviewQuery = staffQuery(staffPreviewPost, [], { keepUnusedDataFor: 0 });
export const useStaffPostVersionsQuery = staffQuery(
  staffListPostVersions,
  (_versions, _error, id) => [versionsOf(id)],
  {
    pick: ({ versions }) => versions,
  },
);
export const useStaffPostVersionQuery = staffQuery(staffReadPostVersion, [], { keepUnusedDataFor: 0 });
export const useStaffPostCreationMutation = staffMutation(staffCreatePost, [lists]);
export const useStaffPostEditMutation = staffMutation(staffEditPost, listsAndVersions);
export const useStaffPostDeletionMutation = staffMutation(staffDeletePost, [lists]);
export const useStaffPostPublicationMutation = staffMutation(staffPublishPost, listsAndVersions);
export const useStaffPostScheduleMutation = staffMutation(staffSchedulePost, [lists]);
export const useStaffPostRestorationMutation = staffMutation(staffRestorePost, listsAndVersions);
