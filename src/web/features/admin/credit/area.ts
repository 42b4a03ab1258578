/** Net 30 applications and accounts. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffCredit: true;
  }
}

export const credit: Area = {
  path: 'credit',
  title: 'Credit',
  menu: 'main',
  key: 'c',
  icon: 'credit',
  permission: 'credit.read',
  tags: ['StaffCredit'],
  Page: lazy(() => import('./credit-area.tsx')),
};
