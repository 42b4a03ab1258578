/** Messages and reply templates. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffMessages: true;
  }
}

export const messages: Area = {
  path: 'messages',
  title: 'Messages',
  menu: 'main',
  key: 'm',
  icon: 'mail',
  permission: 'messages.read',
  tags: ['StaffMessages'],
  Page: lazy(() => import('./messages-area.tsx')),
};
