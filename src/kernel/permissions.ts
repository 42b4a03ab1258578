/**
 * Who of our people may do what. One table: the server asks it for every call, the console's menu shows nothing else, and the tests try
 * every role against every call.
 */
import { changeable } from './changeable.ts';

export const staffRoles = ['owner', 'manager', 'support', 'credit', 'content', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];
export type Role = 'customer' | StaffRole;

/** Named thing.verb. `write` includes neither money that goes back nor what has a name of its own here. */
export const permissions = [
  'home.read',
  'orders.read',
  'orders.write',
  'refunds.make',
  'customers.read',
  'customers.write',
  'customers.view_as',
  'messages.read',
  'messages.write',
  'credit.read',
  'credit.write',
  'credit.export',
  'ein.reveal',
  'catalogue.read',
  'catalogue.write',
  'catalogue.export',
  'content.read',
  'content.write',
  'content.export',
  'money.read',
  'money.write',
  'exports.make',
  'settings.read',
  'settings.write',
  'staff.read',
  'staff.write',
  'views.share',
] as const;
export type Permission = (typeof permissions)[number];

/** What only the owner does: whoever may make staff may make themselves anything. */
const ownersOnly: ReadonlySet<Permission> = new Set<Permission>(['settings.read', 'settings.write', 'staff.read', 'staff.write']);

/** An export is a reading of many rows. */
const isReading = (permission: Permission): boolean =>
  permission.endsWith('.read') || permission.endsWith('.export') || permission === 'exports.make';

const table: Record<StaffRole, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  manager: new Set(permissions.filter((permission) => !ownersOnly.has(permission))),
  support: new Set([
    'home.read',
    'orders.read',
    'orders.write',
    'refunds.make',
    'customers.read',
    'customers.write',
    'customers.view_as',
    'messages.read',
    'messages.write',
    'credit.read',
    'catalogue.read',
    'content.read',
  ]),
  credit: new Set(['home.read', 'orders.read', 'customers.read', 'credit.read', 'credit.write', 'credit.export', 'ein.reveal']),
  content: new Set([
    'home.read',
    'catalogue.read',
    'catalogue.write',
    'catalogue.export',
    'content.read',
    'content.write',
    'content.export',
  ]),
  auditor: new Set(permissions.filter(isReading)),
};

export const mayDo = (role: Role, permission: Permission): boolean => role !== 'customer' && table[role].has(permission);
export const permissionsOf = (role: Role): Permission[] => permissions.filter((permission) => mayDo(role, permission));
export const isStaff = (role: Role): role is StaffRole => role !== 'customer';

/** How each role is called in front of people. */
export const staffRoleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  credit: 'Credit',
  content: 'Content',
  auditor: 'Auditor',
};

/** What one person of support may give back of one order, in US cents. Everybody else who may refund has no limit. */
export const usualSupport = { refundLimitCents: 200_00 };
const support = changeable('support', usualSupport);
export const refundLimitOf = (role: Role): number | null => (role === 'support' ? support.refundLimitCents : null);

/** How long a code of the authenticator app counts as fresh. */
export const freshFactorLastsMinutes = 5;
