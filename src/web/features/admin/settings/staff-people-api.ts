/** Calls for team members. An action returns the updated member; the list is refetched. */
import {
  staffChangeRole,
  staffEndAccess,
  staffEndMemberSession,
  staffEndMemberSessions,
  staffInvite,
  staffInviteAgain,
  staffListStaff,
  type StaffMember as StaffMemberSchema,
  staffReadMember,
} from '#contract/admin/staff.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type StaffMember = z.input<typeof StaffMemberSchema>;
export type StaffRecord = Answer<typeof staffReadMember>;

export const memberActs = {
  invite: staffInviteAgain,
  end: staffEndAccess,
  endSessions: staffEndMemberSessions,
} as const;
export type MemberAct = keyof typeof memberActs;

const tags = ['StaffPeople'] as const;

const peopleApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffPeople: build.query<Answer<typeof staffListStaff>, ListQuery>({
      query: (query) => ask(staffListStaff, { query: query as Sent<typeof staffListStaff>['query'] }),
      providesTags: tags,
      keepUnusedDataFor: 300,
    }),
    staffMember: build.query<StaffRecord, string>({
      query: (id) => ask(staffReadMember, { params: { id } }),
      providesTags: tags,
    }),
    staffInvitation: build.mutation<StaffRecord, Sent<typeof staffInvite>['body']>({
      query: (body) => ask(staffInvite, { body }),
      invalidatesTags: tags,
    }),
    staffMemberAct: build.mutation<StaffRecord, { id: string; act: MemberAct }>({
      query: ({ id, act }) => ask(memberActs[act], { params: { id } }),
      invalidatesTags: tags,
    }),
    staffMemberRole: build.mutation<StaffRecord, { id: string; body: Sent<typeof staffChangeRole>['body'] }>({
      query: ({ id, body }) => ask(staffChangeRole, { params: { id }, body }),
      invalidatesTags: tags,
    }),
    staffMemberSession: build.mutation<StaffRecord, { id: string; sessionId: string }>({
      query: (params) => ask(staffEndMemberSession, { params }),
      invalidatesTags: tags,
    }),
  }),
});

export const {
  useStaffPeopleQuery,
  useStaffMemberQuery,
  useStaffInvitationMutation,
  useStaffMemberActMutation,
  useStaffMemberRoleMutation,
  useStaffMemberSessionMutation,
  usePrefetch: usePeoplePrefetch,
} = peopleApi;
