/** Calls for system health and alarm recipients. */
import {
  staffAddAlarmRecipient,
  staffListAlarmRecipients,
  staffListAlarms,
  staffReadHealth,
  staffRemoveAlarmRecipient,
  staffTryAlarmRecipient,
} from '#contract/admin/health.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type Health = Answer<typeof staffReadHealth>;
export type Alarms = Answer<typeof staffListAlarms>;
export type Recipient = Answer<typeof staffAddAlarmRecipient>;

const tags = ['StaffHealth'] as const;

export const useStaffHealthQuery = staffQuery(staffReadHealth, tags);
export const useStaffAlarmsQuery = staffQuery(staffListAlarms, tags);
export const useStaffAlarmRecipientsQuery = staffQuery(staffListAlarmRecipients, tags, {
  pick: ({ recipients }) => recipients,
});
export const useStaffAlarmRecipientAdditionMutation = staffMutation(staffAddAlarmRecipient, tags);
export const useStaffAlarmRecipientRemovalMutation = staffMutation(staffRemoveAlarmRecipient, tags);
export const useStaffAlarmRecipientTryMutation = staffMutation(staffTryAlarmRecipient, tags);
