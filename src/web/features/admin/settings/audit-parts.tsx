/** How an entry of the audit log is told: who it was, and what it was done to. */
import { staffRoleNames } from '#kernel/permissions.ts';
import type { AuditRow } from './audit-api.ts';

type Who = NonNullable<AuditRow['who']>;

/** Beside the name; customers and the terminal say it with the name. */
export const roleOf = ({ role }: Who): string | null => {
  if (role === 'customer') return 'Customer';
  return role === 'terminal' || role === 'deleted' ? null : staffRoleNames[role];
};

export const whoOf = (who: AuditRow['who']): string => who?.name ?? 'The shop';

/** What it was done to, as people call it; its id where nobody does. */
export const recordOf = ({ recordName, record }: Pick<AuditRow, 'recordName' | 'record'>): string => recordName ?? record;
