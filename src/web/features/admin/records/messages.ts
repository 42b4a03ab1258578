/** The list of messages, also shown on a customer's page. */
import { type MessageRow as MessageRowSchema, staffListMessages } from '#contract/admin/messages.ts';
import { staffList } from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type MessageRow = z.input<typeof MessageRowSchema>;

export const useStaffMessagesQuery = staffList(staffListMessages, ['StaffMessages']);
