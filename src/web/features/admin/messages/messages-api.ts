/**
 * Calls for messages and reply templates. An action returns the updated message; lists and the home screen's
 * counts are refetched.
 */
import {
  type AnswerTemplate,
  type MessageRow as MessageRowSchema,
  staffAnswerMessage,
  staffAssignMessage,
  staffCreateTemplate,
  staffDeleteTemplate,
  staffEditTemplate,
  staffListMessages,
  staffListTemplates,
  staffMoveMessage,
  staffNoteOnMessage,
  staffReadMessage,
} from '#contract/admin/messages.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type MessageRow = z.input<typeof MessageRowSchema>;
export type Message = Answer<typeof staffReadMessage>;
export type Template = z.input<typeof AnswerTemplate>;
type Written = { id: string; key: string; body: Sent<typeof staffAnswerMessage>['body'] };

const changed = ['StaffMessages', 'StaffHome'] as const;

const messagesApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffMessages: build.query<Answer<typeof staffListMessages>, ListQuery>({
      query: (query) => ask(staffListMessages, { query: query as Sent<typeof staffListMessages>['query'] }),
      providesTags: ['StaffMessages'],
      keepUnusedDataFor: 300,
    }),
    staffMessage: build.query<Message, string>({
      query: (id) => ask(staffReadMessage, { params: { id } }),
      providesTags: ['StaffMessages'],
    }),
    staffMessageAnswer: build.mutation<Message, Written>({
      query: ({ id, key, body }) =>
        ask(staffAnswerMessage, { params: { id }, headers: { 'idempotency-key': key }, body }),
      invalidatesTags: [...changed, 'StaffBulk'],
    }),
    staffMessageNote: build.mutation<Message, { id: string; text: string }>({
      query: ({ id, text }) => ask(staffNoteOnMessage, { params: { id }, body: { text } }),
      invalidatesTags: ['StaffMessages'],
    }),
    staffMessageAssignment: build.mutation<Message, { id: string; to: string | null; version: number }>({
      query: ({ id, ...body }) => ask(staffAssignMessage, { params: { id }, body }),
      invalidatesTags: changed,
    }),
    staffMessageMove: build.mutation<
      Message,
      { id: string; state: 'open' | 'closed' | 'spam'; version: number }
    >({
      query: ({ id, ...body }) => ask(staffMoveMessage, { params: { id }, body }),
      invalidatesTags: changed,
    }),
    staffTemplates: build.query<Template[], void>({
      query: () => ask(staffListTemplates),
      transformResponse: ({ templates }: Answer<typeof staffListTemplates>) => templates,
      providesTags: ['StaffMessages'],
    }),
    staffTemplateCreation: build.mutation<Template, Sent<typeof staffCreateTemplate>['body']>({
      query: (body) => ask(staffCreateTemplate, { body }),
      invalidatesTags: ['StaffMessages'],
    }),
    staffTemplateEdit: build.mutation<Template, { id: string; body: Sent<typeof staffEditTemplate>['body'] }>(
      {
        query: ({ id, body }) => ask(staffEditTemplate, { params: { id }, body }),
        invalidatesTags: ['StaffMessages'],
      },
    ),
    staffTemplateDeletion: build.mutation<{ id: string }, string>({
      query: (id) => ask(staffDeleteTemplate, { params: { id } }),
      invalidatesTags: ['StaffMessages'],
    }),
  }),
});

export const {
  useStaffMessagesQuery,
  useStaffMessageQuery,
  useStaffMessageAnswerMutation,
  useStaffMessageNoteMutation,
  useStaffMessageAssignmentMutation,
  useStaffMessageMoveMutation,
  useStaffTemplatesQuery,
  useStaffTemplateCreationMutation,
  useStaffTemplateEditMutation,
  useStaffTemplateDeletionMutation,
  usePrefetch: useMessagesPrefetch,
} = messagesApi;
