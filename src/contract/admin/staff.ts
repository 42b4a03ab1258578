/** The staff team: people, roles, and sessions, and the owner's actions on them. */
import { idPattern } from '#kernel/ids.ts';
import { staffRoles } from '#kernel/permissions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Email, required } from '#contract/values.ts';
import { z } from 'zod';
import { listQuery, pageOf, Version } from './list.ts';
import { UserId } from './orders.ts';

export const staffViews = ['all', 'active', 'invited', 'ended'] as const;

const Role = z.enum(staffRoles, { error: 'Choose a role' });

export const StaffMember = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  /** `invited`: has not chosen a password yet. `ended`: no longer has access. */
  state: z.enum(['active', 'invited', 'ended']),
  /** Required for access to the console. */
  hasSecondFactor: z.boolean(),
  /** Active sessions. */
  sessions: z.number().int(),
  lastSeenAt: z.iso.datetime().nullable(),
});

export const StaffRecord = StaffMember.extend({
  version: Version,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** When the link of the newest invitation expires; null when none is pending. */
  invitationEndsAt: z.iso.datetime().nullable(),
  /** This person is the caller. */
  isSelf: z.boolean(),
  acts: z.object({
    changeRole: z.boolean(),
    invite: z.boolean(),
    end: z.boolean(),
    endSessions: z.boolean(),
  }),
  logIns: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      /** The network address of the login; empty when unknown. */
      address: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
});

export const staffListStaff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  access: 'staff',
  permission: 'staff.read',
  summary: 'Lists current and former staff members',
  query: listQuery({ views: staffViews, sorts: ['name'] }),
  response: pageOf(StaffMember),
});

const params = z.strictObject({ id: UserId });
const write = {
  access: 'staff',
  permission: 'staff.write',
  fresh: true,
  params,
  response: StaffRecord,
} as const;

export const staffReadMember = endpoint({
  method: 'GET',
  path: '/api/admin/staff/{id}',
  access: 'staff',
  permission: 'staff.read',
  summary: 'Returns a staff member with their sessions',
  params,
  response: StaffRecord,
});

export const Invitation = z.strictObject({
  email: Email('Email is required'),
  firstName: required('First name is required', 100),
  lastName: required('Last name is required', 100),
  role: Role,
});

export const staffInvite = endpoint({
  method: 'POST',
  path: '/api/admin/staff',
  access: 'staff',
  permission: 'staff.write',
  fresh: true,
  summary: 'Invites a staff member by email; the link works once within 24 hours',
  body: Invitation,
  response: StaffRecord,
});

export const staffInviteAgain = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/staff/{id}/invitation',
  summary: "Resets a member's access and credentials, and emails a new link",
});

export const RoleChange = z.strictObject({ role: Role, version: Version });

export const staffChangeRole = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/admin/staff/{id}/role',
  summary: "Changes a staff member's role; applies to the next request",
  body: RoleChange,
});

export const staffEndAccess = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/staff/{id}/ending',
  summary: "Revokes a staff member's access, sessions, and pending links",
});

export const staffEndMemberSessions = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/staff/{id}/sessions',
  summary: 'Ends all sessions of a staff member',
});

export const staffEndMemberSession = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/staff/{id}/sessions/{sessionId}',
  summary: 'Ends one session of a staff member',
  params: z.strictObject({ id: UserId, sessionId: z.string().regex(idPattern('ses'), 'Session not found') }),
});
