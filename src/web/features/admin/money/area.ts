/** Months, refunds, disputes, and comparisons. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffMoney: true;
  }
}

export const money: Area = {
  path: 'money',
  title: 'Money',
  menu: 'main',
  key: 'y',
  icon: 'money',
  permission: 'money.read',
  tags: ['StaffMoney'],
  Page: lazy(() => import('./money-area.tsx')),
};
