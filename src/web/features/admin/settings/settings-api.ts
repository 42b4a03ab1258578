/** Calls for settings. */
import {
  type SettingKey,
  staffListSettings,
  staffReadSettings,
  staffSaveSettings,
} from '#contract/admin/settings.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';

export type SettingRecord = Answer<typeof staffReadSettings>;
export type SettingList = Answer<typeof staffListSettings>['groups'];

const tags = ['StaffSettings'] as const;

const settingsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffSettings: build.query<SettingList, void>({
      query: () => ask(staffListSettings),
      transformResponse: ({ groups }: Answer<typeof staffListSettings>) => groups,
      providesTags: tags,
    }),
    staffSetting: build.query<SettingRecord, SettingKey>({
      query: (key) => ask(staffReadSettings, { params: { key } }),
      providesTags: tags,
    }),
    staffSettingSave: build.mutation<SettingRecord, Sent<typeof staffSaveSettings>['body']>({
      query: (body) => ask(staffSaveSettings, { body }),
      // The signed-in user's limits are part of their profile, so it is refetched too.
      invalidatesTags: [...tags, 'Staff'],
    }),
  }),
});

export const { useStaffSettingsQuery, useStaffSettingQuery, useStaffSettingSaveMutation } = settingsApi;
