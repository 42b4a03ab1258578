/** Calls for settings, team members, and the audit log. */
import {
  type AuditRow as AuditRowSchema,
  staffCheckAudit,
  staffListAudit,
  staffReadAuditChain,
  staffReadAuditEntry,
} from '#contract/admin/audit.ts';
import { staffListSettings, staffReadSettings, staffSaveSettings } from '#contract/admin/settings.ts';
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
import type { Answer } from '#contract/endpoint.ts';
import {
  callOf,
  staffCall,
  staffList,
  staffMutation,
  staffQuery,
} from '#web/features/admin/shell/staff-calls.ts';
import type { z } from 'zod';

export type SettingRecord = Answer<typeof staffReadSettings>;
export type SettingList = Answer<typeof staffListSettings>['groups'];
export type StaffMember = z.input<typeof StaffMemberSchema>;
export type StaffRecord = Answer<typeof staffReadMember>;
export type AuditRow = z.input<typeof AuditRowSchema>;
export type AuditEntry = Answer<typeof staffReadAuditEntry>;
export type AuditChain = Answer<typeof staffReadAuditChain>;

export const memberActs = {
  invite: staffInviteAgain,
  end: staffEndAccess,
  endSessions: staffEndMemberSessions,
} as const;
export type MemberAct = keyof typeof memberActs;

const settingTags = ['StaffSettings'] as const;
const peopleTags = ['StaffPeople'] as const;

export const useStaffSettingsQuery = staffQuery(staffListSettings, settingTags, {
  pick: ({ groups }) => groups,
});
export const useStaffSettingQuery = staffQuery(staffReadSettings, settingTags);
/** The signed-in user's limits are part of their profile, so it is refetched too. */
export const useStaffSettingSaveMutation = staffMutation(staffSaveSettings, [...settingTags, 'Staff']);

/** An action returns the updated member; the list is refetched. */
export const useStaffPeopleQuery = staffList(staffListStaff, peopleTags);
export const useStaffMemberQuery = staffQuery(staffReadMember, peopleTags);
export const useStaffInvitationMutation = staffMutation(staffInvite, peopleTags);
export const useStaffMemberActMutation = staffCall<StaffRecord, { id: string; act: MemberAct }>(
  'member act',
  ({ id, act }) => callOf(memberActs[act], id),
  peopleTags,
);
export const useStaffMemberRoleMutation = staffMutation(staffChangeRole, peopleTags);
export const useStaffMemberSessionMutation = staffMutation(staffEndMemberSession, peopleTags);

/** Not cached: nearly every action adds an entry. */
export const useStaffAuditQuery = staffList(staffListAudit, [], 0);
export const useStaffAuditEntryQuery = staffQuery(staffReadAuditEntry, []);
export const useStaffAuditChainQuery = staffQuery(staffReadAuditChain, [], { keepUnusedDataFor: 0 });
export const useStaffAuditCheckMutation = staffMutation(staffCheckAudit);
