/** The people of our team: who they are, in which role, where they are logged in, and what an owner does about it. */
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
  /** `invited`: has not chosen a password yet. `ended`: has no access any more. */
  state: z.enum(['active', 'invited', 'ended']),
  /** Without one the console stays closed to them. */
  hasSecondFactor: z.boolean(),
  /** Log-ins that go on. */
  sessions: z.number().int(),
  lastSeenAt: z.iso.datetime().nullable(),
});

export const StaffRecord = StaffMember.extend({
  version: Version,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Until when the link of the newest invitation works; null where none waits. */
  invitationEndsAt: z.iso.datetime().nullable(),
  /** Whoever looks is this person. */
  isSelf: z.boolean(),
  acts: z.object({ changeRole: z.boolean(), invite: z.boolean(), end: z.boolean(), endSessions: z.boolean() }),
  logIns: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      /** The network address of the log-in; empty where none was seen. */
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
  summary: 'Everybody who works here or has worked here',
  query: listQuery({ views: staffViews, sorts: ['name'] }),
  response: pageOf(StaffMember),
});

const params = z.strictObject({ id: UserId });
const write = { access: 'staff', permission: 'staff.write', fresh: true, params, response: StaffRecord } as const;

export const staffReadMember = endpoint({
  method: 'GET',
  path: '/api/admin/staff/{id}',
  access: 'staff',
  permission: 'staff.read',
  summary: 'One of our people, with where they are logged in',
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
  summary: 'Invite somebody by an email with a link to choose a password, which works once and for 24 hours',
  body: Invitation,
  response: StaffRecord,
});

export const staffInviteAgain = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/staff/{id}/invitation',
  summary:
    'Begin again with a new link: password and second factor are taken off, all log-ins end, and access that was ended is open again',
});

export const RoleChange = z.strictObject({ role: Role, version: Version });

export const staffChangeRole = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/admin/staff/{id}/role',
  summary: 'Give somebody of the team another role, which counts from their next call on',
  body: RoleChange,
});

export const staffEndAccess = endpoint({
  ...write,
  method: 'POST',
  path: '/api/admin/staff/{id}/ending',
  summary: 'End the access of somebody of the team: all log-ins end at once, and links that were sent are void',
});

export const staffEndMemberSessions = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/staff/{id}/sessions',
  summary: 'End every log-in of somebody of the team',
});

export const staffEndMemberSession = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/admin/staff/{id}/sessions/{sessionId}',
  summary: 'End one log-in of somebody of the team',
  params: z.strictObject({ id: UserId, sessionId: z.string().regex(idPattern('ses'), 'Log-in not found') }),
});
