/** Customers and their carts. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffCustomers: true;
  }
}

export const customers: Area = {
  path: 'customers',
  title: 'Customers',
  menu: 'main',
  key: 'u',
  icon: 'customers',
  permission: 'customers.read',
  tags: ['StaffCustomers'],
  Page: lazy(() => import('./customers-area.tsx')),
};

export const carts: Area = {
  path: 'carts',
  title: 'Carts',
  permission: 'orders.read',
  Page: lazy(() => import('./carts-area.tsx')),
};
