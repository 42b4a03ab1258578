/** Calls for uploaded pictures. */
import { staffListPictures, staffReadPicture } from '#contract/admin/pictures.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';

export type PictureList = Answer<typeof staffListPictures>;
export type Picture = Answer<typeof staffReadPicture>;

const picturesApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffPictures: build.query<PictureList, NonNullable<Sent<typeof staffListPictures>['query']>>({
      query: (query) => ask(staffListPictures, { query }),
      // Not cached: another user may have uploaded a picture since.
      keepUnusedDataFor: 0,
    }),
    staffPicture: build.query<Picture, string>({
      query: (id) => ask(staffReadPicture, { params: { id } }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useStaffPicturesQuery, useLazyStaffPictureQuery } = picturesApi;
