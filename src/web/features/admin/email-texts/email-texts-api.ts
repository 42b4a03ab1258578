/** Calls for email texts. */
import {
  type EmailKindRow,
  staffEditEmailTexts,
  staffListEmailTexts,
  staffPreviewEmail,
  staffReadEmailTexts,
  staffSendTestEmail,
} from '#contract/admin/email-texts.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type EmailKind = z.input<typeof EmailKindRow>;
export type EmailTexts = Answer<typeof staffReadEmailTexts>;
export type EmailPreview = Answer<typeof staffPreviewEmail>;
type AsWritten = { kind: string; body: Sent<typeof staffPreviewEmail>['body'] };

const emailTextsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffEmailKinds: build.query<EmailKind[], void>({
      query: () => ask(staffListEmailTexts),
      transformResponse: ({ kinds }: Answer<typeof staffListEmailTexts>) => kinds,
      providesTags: ['StaffEmailTexts'],
    }),
    staffEmailTexts: build.query<EmailTexts, string>({
      query: (kind) => ask(staffReadEmailTexts, { params: { kind } }),
      providesTags: ['StaffEmailTexts'],
    }),
    staffEmailTextsEdit: build.mutation<
      EmailTexts,
      { kind: string; body: Sent<typeof staffEditEmailTexts>['body'] }
    >({
      query: ({ kind, body }) => ask(staffEditEmailTexts, { params: { kind }, body }),
      invalidatesTags: ['StaffEmailTexts'],
    }),
    /** A query sent as POST, because it needs a body. Changes nothing. */
    staffEmailPreview: build.query<EmailPreview, AsWritten>({
      query: ({ kind, body }) => ask(staffPreviewEmail, { params: { kind }, body }),
      // The preview's address is valid for 10 minutes.
      keepUnusedDataFor: 0,
    }),
    staffEmailTest: build.mutation<Answer<typeof staffSendTestEmail>, AsWritten>({
      query: ({ kind, body }) => ask(staffSendTestEmail, { params: { kind }, body }),
    }),
  }),
});

export const {
  useStaffEmailKindsQuery,
  useStaffEmailTextsQuery,
  useStaffEmailTextsEditMutation,
  useStaffEmailPreviewQuery,
  useStaffEmailTestMutation,
} = emailTextsApi;
