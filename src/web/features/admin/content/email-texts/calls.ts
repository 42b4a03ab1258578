/** Calls for email texts. */
import {
  type EmailKindRow,
  staffEditEmailTexts,
  staffListEmailTexts,
  staffPreviewEmail,
  staffReadEmailTexts,
  staffSendTestEmail,
} from '#contract/admin/email-texts.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type EmailKind = z.input<typeof EmailKindRow>;
export type EmailTexts = Answer<typeof staffReadEmailTexts>;
export type EmailPreview = Answer<typeof staffPreviewEmail>;

const tags = ['StaffEmailTexts'] as const;

export const useStaffEmailKindsQuery = staffQuery(staffListEmailTexts, tags, { pick: ({ kinds }) => kinds });
export const useStaffEmailTextsQuery = staffQuery(staffReadEmailTexts, tags);
export const useStaffEmailTextsEditMutation = staffMutation(staffEditEmailTexts, tags);
/**
 * A query sent as POST, because it needs a body. Changes nothing. Not cached, because the preview's address is
 * valid for 10 minutes.
 */
export const useStaffEmailPreviewQuery = staffQuery(staffPreviewEmail, [], { keepUnusedDataFor: 0 });
export const useStaffEmailTestMutation = staffMutation(staffSendTestEmail);
