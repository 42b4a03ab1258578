/** The areas of the console in menu order. A role sees those that it has permission for. */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { ConsoleIconName } from '#web/features/admin/shell/icons.tsx';

export type Area = {
  /** Below `/admin`; empty for Home. */
  path: string;
  title: string;
  /** Pressed after `g`. */
  key: string;
  icon: ConsoleIconName;
  permission: Permission;
  /** Defines the routes below `path`. */
  Page: LazyExoticComponent<ComponentType>;
};

export const areas: readonly Area[] = [
  {
    ...{ path: '', title: 'Home', key: 'h', icon: 'home', permission: 'home.read' },
    Page: lazy(() => import('#web/features/admin/overview/home-area.tsx')),
  },
  {
    ...{ path: 'orders', title: 'Orders', key: 'o', icon: 'orders', permission: 'orders.read' },
    Page: lazy(() => import('#web/features/admin/orders/orders-area.tsx')),
  },
  {
    ...{ path: 'customers', title: 'Customers', key: 'u', icon: 'customers', permission: 'customers.read' },
    Page: lazy(() => import('#web/features/admin/customers/customers-area.tsx')),
  },
  {
    ...{ path: 'credit', title: 'Credit', key: 'c', icon: 'credit', permission: 'credit.read' },
    Page: lazy(() => import('#web/features/admin/credit/credit-area.tsx')),
  },
  {
    ...{ path: 'catalog', title: 'Catalog', key: 'p', icon: 'catalog', permission: 'catalog.read' },
    Page: lazy(() => import('#web/features/admin/catalog/catalog-area.tsx')),
  },
  {
    ...{ path: 'content', title: 'Content', key: 'b', icon: 'content', permission: 'content.read' },
    Page: lazy(() => import('#web/features/admin/content/content-area.tsx')),
  },
  {
    ...{ path: 'messages', title: 'Messages', key: 'm', icon: 'mail', permission: 'messages.read' },
    Page: lazy(() => import('#web/features/admin/messages/messages-area.tsx')),
  },
  {
    ...{ path: 'money', title: 'Money', key: 'y', icon: 'money', permission: 'money.read' },
    Page: lazy(() => import('#web/features/admin/money/money-area.tsx')),
  },
];

/** In the user menu instead of the main menu. */
const settings = {
  path: 'settings',
  title: 'Settings',
  key: 's',
  icon: 'settings',
  permission: 'settings.read',
} as const;

/** Screens that other screens link to; not in the menu. */
export const asides: readonly Pick<Area, 'path' | 'title' | 'permission' | 'Page'>[] = [
  { ...settings, Page: lazy(() => import('#web/features/admin/settings/settings-area.tsx')) },
  {
    path: 'carts',
    title: 'Carts',
    permission: 'orders.read',
    Page: lazy(() => import('#web/features/admin/customers/carts-area.tsx')),
  },
  {
    path: 'health',
    title: 'Health',
    permission: 'settings.read',
    Page: lazy(() => import('#web/features/admin/settings/health/health-area.tsx')),
  },
  {
    path: 'exports',
    title: 'Files',
    permission: 'home.read',
    Page: lazy(() => import('#web/features/admin/files/files-area.tsx')),
  },
];

/** Forms that create a record. `+` and a letter opens them from any screen. */
const beginnings: readonly Pick<Area, 'path' | 'title' | 'key' | 'icon' | 'permission'>[] = [
  { path: 'orders/new', title: 'New order', key: 'o', icon: 'orders', permission: 'orders.write' },
  {
    path: 'catalog/new-product',
    title: 'New product',
    key: 'p',
    icon: 'catalog',
    permission: 'catalog.write',
  },
  { path: 'catalog/new-coupon', title: 'New coupon', key: 'c', icon: 'catalog', permission: 'catalog.write' },
];

/** Targets of the navigation keys, in the order listed. */
export const destinations = [
  ...[...areas, settings].map(({ key, ...area }) => ({ ...area, keys: `g ${key}` })),
  ...beginnings.map(({ key, ...area }) => ({ ...area, keys: `+ ${key}` })),
];

export const pathOf = ({ path }: Pick<Area, 'path'>): string => (path === '' ? '/admin' : `/admin/${path}`);
