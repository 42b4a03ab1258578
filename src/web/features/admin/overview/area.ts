/** The home screen. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffHome: true;
  }
}

export const home: Area = {
  path: '',
  title: 'Home',
  menu: 'main',
  key: 'h',
  icon: 'home',
  permission: 'home.read',
  tags: ['StaffHome'],
  Page: lazy(() => import('./home-area.tsx')),
};
