/**
 * The permissions of each staff role. One table: the server checks it for every call, the console's menu
 * follows it, and the tests try every role against every call.
 */
export const staffRoles = ['owner', 'manager', 'support', 'credit', 'content', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];
export type Role = 'customer' | StaffRole;

/** Named thing.verb. `write` includes neither refunds nor anything with a separate permission here. */
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
  'catalog.read',
  'catalog.write',
  'catalog.export',
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

/** Only for the owner: a role that can create staff could grant itself everything. */
const ownersOnly: ReadonlySet<Permission> = new Set<Permission>([
  'settings.read',
  'settings.write',
  'staff.read',
  'staff.write',
]);

/** An export reads many rows. */
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
    'catalog.read',
    'content.read',
  ]),
  credit: new Set([
    'home.read',
    'orders.read',
    'customers.read',
    'credit.read',
    'credit.write',
    'credit.export',
    'ein.reveal',
  ]),
  content: new Set([
    'home.read',
    'catalog.read',
    'catalog.write',
    'catalog.export',
    'content.read',
    'content.write',
    'content.export',
  ]),
  auditor: new Set(permissions.filter(isReading)),
};

export const mayDo = (role: Role, permission: Permission): boolean =>
  role !== 'customer' && table[role].has(permission);
export const permissionsOf = (role: Role): Permission[] =>
  permissions.filter((permission) => mayDo(role, permission));
export const isStaff = (role: Role): role is StaffRole => role !== 'customer';

/** The display name of each role. */
export const staffRoleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  credit: 'Credit',
  content: 'Content',
  auditor: 'Auditor',
};

/**
 * What one member of support may refund per order, in US cents. Other roles that may refund have no limit.
 */
export type SupportLimits = Readonly<{ refundLimitCents: number }>;
export const defaultSupport: SupportLimits = { refundLimitCents: 200_00 };
export const refundLimitOf = (role: Role, support: SupportLimits): number | null =>
  role === 'support' ? support.refundLimitCents : null;

/** How long a code of the authenticator app counts as fresh. */
export const freshFactorLastsMinutes = 5;
