/** Labels for audit entries: the person, the role, and the record. */
import { staffRoleNames } from '#kernel/permissions.ts';
import type { AuditRow } from './calls.ts';

type Who = NonNullable<AuditRow['who']>;

/** The role shown beside the name; null for the terminal and for deleted accounts. */
export const roleOf = ({ role }: Who): string | null => {
  if (role === 'customer') return 'Customer';
  return role === 'terminal' || role === 'deleted' ? null : staffRoleNames[role];
};

export const whoOf = (who: AuditRow['who']): string => who?.name ?? 'System';

/** The name of the record, or its id if it has no name. */
export const recordOf = ({ recordName, record }: Pick<AuditRow, 'recordName' | 'record'>): string =>
  recordName ?? record;
