/** Shared parts of the settings screens: links between them, and names and descriptions of roles. */
import type { StaffRole } from '#kernel/permissions.ts';
import { SectionLinks } from '#web/features/admin/shell/section-links.tsx';

const screens = [
  { path: '/admin/settings', title: 'Settings' },
  { path: '/admin/settings/staff', title: 'Staff' },
  { path: '/admin/settings/audit', title: 'Audit log' },
  { path: '/admin/health', title: 'Health' },
] as const;

export const SettingsScreens = ({ now }: { now: (typeof screens)[number]['title'] }) => (
  <SectionLinks label="Settings" screens={screens} now={now} />
);

/** One-line description of each role. */
export const roleDescriptions: Record<StaffRole, string> = {
  owner: 'Full access, including staff and settings.',
  manager: 'Full access except staff and settings.',
  support: 'Orders, customers, and messages. Refunds up to the limit in Settings.',
  credit: 'Net 30 applications, accounts, and EINs. Can view orders and customers.',
  content: 'Catalog, posts, and pages.',
  auditor: 'Can view everything but change nothing.',
};
