/** Calls for system health and alarm recipients. */
import {
  type NewAlarmRecipient,
  staffAddAlarmRecipient,
  staffListAlarmRecipients,
  staffListAlarms,
  staffReadHealth,
  staffRemoveAlarmRecipient,
  staffTryAlarmRecipient,
} from '#contract/admin/health.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type Health = Answer<typeof staffReadHealth>;
export type Alarms = Answer<typeof staffListAlarms>;
export type Recipient = Answer<typeof staffAddAlarmRecipient>;

const healthApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffHealth: build.query<Health, void>({
      query: () => ask(staffReadHealth),
      providesTags: ['StaffHealth'],
    }),
    staffAlarms: build.query<Alarms, void>({
      query: () => ask(staffListAlarms),
      providesTags: ['StaffHealth'],
    }),
    staffAlarmRecipients: build.query<Recipient[], void>({
      query: () => ask(staffListAlarmRecipients),
      transformResponse: ({ recipients }: Answer<typeof staffListAlarmRecipients>) => recipients,
      providesTags: ['StaffHealth'],
    }),
    staffAlarmRecipientAddition: build.mutation<Recipient, z.input<typeof NewAlarmRecipient>>({
      query: (body) => ask(staffAddAlarmRecipient, { body }),
      invalidatesTags: ['StaffHealth'],
    }),
    staffAlarmRecipientRemoval: build.mutation<{ id: string }, string>({
      query: (id) => ask(staffRemoveAlarmRecipient, { params: { id } }),
      invalidatesTags: ['StaffHealth'],
    }),
    staffAlarmRecipientTry: build.mutation<Recipient, string>({
      query: (id) => ask(staffTryAlarmRecipient, { params: { id } }),
      invalidatesTags: ['StaffHealth'],
    }),
  }),
});

export const {
  useStaffHealthQuery,
  useStaffAlarmsQuery,
  useStaffAlarmRecipientsQuery,
  useStaffAlarmRecipientAdditionMutation,
  useStaffAlarmRecipientRemovalMutation,
  useStaffAlarmRecipientTryMutation,
} = healthApi;
