/** Calls for uploaded pictures. Not cached: another user may have uploaded a picture since. */
import { staffListPictures, staffReadPicture } from '#contract/admin/pictures.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffList, staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type PictureList = Answer<typeof staffListPictures>;
export type Picture = Answer<typeof staffReadPicture>;

export const useStaffPicturesQuery = staffList(staffListPictures, [], 0);
export const useStaffPictureQuery = staffQuery(staffReadPicture, [], { keepUnusedDataFor: 0 });
