/** Settings, opened from the user menu: business settings, the team, and the audit log. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditList } from './audit-list.tsx';
import { InvitePage } from './invite-page.tsx';
import { SettingPage } from './setting-page.tsx';
import { SettingsList } from './settings-list.tsx';
import { StaffList } from './staff-list.tsx';
import { StaffPage } from './staff-page.tsx';

export default function SettingsArea() {
  return useRoutes([
    { path: '/', element: <SettingsList /> },
    { path: 'staff', element: <StaffList /> },
    { path: 'staff/invite', element: <InvitePage /> },
    { path: 'staff/:id', element: <StaffPage /> },
    { path: 'audit', element: <AuditList /> },
    { path: 'audit/:id', element: <AuditEntry /> },
    { path: ':key', element: <SettingPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
