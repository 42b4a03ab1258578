/** Calls for page texts. */
import { staffReadPageTexts, staffSavePageTexts } from '#contract/admin/page-texts.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';

/** The texts of one page. */
export type PageTextRecord = Answer<typeof staffReadPageTexts>;

const tags = ['StaffPageTexts'] as const;

export const useStaffPageTextsQuery = staffQuery(staffReadPageTexts, tags);
export const useStaffPageTextsSaveMutation = staffMutation(staffSavePageTexts, tags);
