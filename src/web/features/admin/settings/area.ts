/** Settings, staff, the audit log, and system health. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffPeople: true;
    StaffSettings: true;
    StaffHealth: true;
  }
}

export const settings: Area = {
  path: 'settings',
  title: 'Settings',
  menu: 'user',
  key: 's',
  icon: 'settings',
  permission: 'settings.read',
  tags: ['StaffPeople', 'StaffSettings'],
  Page: lazy(() => import('./settings-area.tsx')),
};

export const health: Area = {
  path: 'health',
  title: 'Health',
  menu: 'user',
  icon: 'health',
  permission: 'settings.read',
  tags: ['StaffHealth'],
  Page: lazy(() => import('./health-area.tsx')),
};
