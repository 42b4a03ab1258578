/**
 * Calls for messages and reply templates. An action returns the updated message; lists and the home screen's
 * counts are refetched.
 */
import {
  type AnswerTemplate,
  staffAnswerMessage,
  staffAssignMessage,
  staffCreateTemplate,
  staffDeleteTemplate,
  staffEditTemplate,
  staffListTemplates,
  staffMoveMessage,
  staffNoteOnMessage,
  staffReadMessage,
} from '#contract/admin/messages.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type Message = Answer<typeof staffReadMessage>;
export type Template = z.input<typeof AnswerTemplate>;

const tags = ['StaffMessages'] as const;
const changed = ['StaffMessages', 'StaffHome'] as const;

export const useStaffMessageQuery = staffQuery(staffReadMessage, tags);
export const useStaffMessageAnswerMutation = staffMutation(staffAnswerMessage, [...changed, 'StaffBulk']);
export const useStaffMessageNoteMutation = staffMutation(staffNoteOnMessage, tags);
export const useStaffMessageAssignmentMutation = staffMutation(staffAssignMessage, changed);
export const useStaffMessageMoveMutation = staffMutation(staffMoveMessage, changed);
export const useStaffTemplatesQuery = staffQuery(staffListTemplates, tags, {
  pick: ({ templates }) => templates,
});
export const useStaffTemplateCreationMutation = staffMutation(staffCreateTemplate, tags);
export const useStaffTemplateEditMutation = staffMutation(staffEditTemplate, tags);
export const useStaffTemplateDeletionMutation = staffMutation(staffDeleteTemplate, tags);
