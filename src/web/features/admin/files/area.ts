/** Exports that are emailed. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

export const files: Area = {
  path: 'exports',
  title: 'Files',
  permission: 'home.read',
  Page: lazy(() => import('./files-area.tsx')),
};
