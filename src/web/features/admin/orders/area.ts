/** Orders. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffOrders: true;
  }
}

export const orders: Area = {
  path: 'orders',
  title: 'Orders',
  menu: 'main',
  key: 'o',
  icon: 'orders',
  permission: 'orders.read',
  tags: ['StaffOrders'],
  beginnings: [
    { path: 'orders/new', title: 'New order', key: 'o', icon: 'orders', permission: 'orders.write' },
  ],
  Page: lazy(() => import('./orders-area.tsx')),
};
