/** Descriptions of roles. */
import type { StaffRole } from '#kernel/permissions.ts';

/** One-line description of each role. */
export const roleDescriptions: Record<StaffRole, string> = {
  owner: 'Full access, including staff and settings.',
  manager: 'Full access except staff and settings.',
  support: 'Orders, customers, and messages. Refunds up to the limit in Settings.',
  credit: 'Net 30 applications, accounts, and EINs. Can view orders and customers.',
  content: 'Catalog, posts, and pages.',
  auditor: 'Can view everything but change nothing.',
};
