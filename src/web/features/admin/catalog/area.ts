/** Products, boosters, and discount codes. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffCatalog: true;
  }
}

export const catalog: Area = {
  path: 'catalog',
  title: 'Catalog',
  menu: 'main',
  key: 'p',
  icon: 'catalog',
  permission: 'catalog.read',
  tags: ['StaffCatalog'],
  beginnings: [
    {
      path: 'catalog/new-product',
      title: 'New product',
      key: 'p',
      icon: 'catalog',
      permission: 'catalog.write',
    },
    {
      path: 'catalog/new-coupon',
      title: 'New coupon',
      key: 'c',
      icon: 'catalog',
      permission: 'catalog.write',
    },
  ],
  Page: lazy(() => import('./catalog-area.tsx')),
};
