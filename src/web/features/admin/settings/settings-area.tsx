/** Settings, opened from the user menu: business settings, the team, and the audit log. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditList } from './audit-list.tsx';
import { InvitePage } from './invite-page.tsx';
import { SettingPage } from './setting-page.tsx';
import { settingsLinks } from './settings-links.ts';
import { SettingsList } from './settings-list.tsx';
import { StaffList } from './staff-list.tsx';
import { StaffPage } from './staff-page.tsx';

export default function SettingsArea() {
  return useAreaRoutes(
    [
      { path: '/', title: 'Settings', element: <SettingsList /> },
      { path: 'staff', title: 'Staff', element: <StaffList /> },
      { path: 'staff/invite', element: <InvitePage /> },
      { path: 'staff/:id', element: <StaffPage /> },
      { path: 'audit', title: 'Audit log', element: <AuditList /> },
      { path: 'audit/:id', element: <AuditEntry /> },
      { path: ':key', element: <SettingPage /> },
    ],
    settingsLinks,
  );
}
