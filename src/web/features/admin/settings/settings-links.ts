/** The screens of the settings and of system health, which link to each other. */
import type { AreaLinks } from '#web/features/admin/shell/area-routes.tsx';

export const settingsLinks: AreaLinks = {
  label: 'Settings',
  links: [
    { path: '/admin/settings', title: 'Settings' },
    { path: '/admin/settings/staff', title: 'Staff' },
    { path: '/admin/settings/audit', title: 'Audit log' },
    { path: '/admin/health', title: 'Health' },
  ],
};
