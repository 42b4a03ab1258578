/** Posts, page texts, and email texts. */
import { lazy } from 'react';
import type { Area } from '#web/features/admin/shell/area.ts';

declare module '#web/features/admin/shell/staff-api.ts' {
  interface StaffTags {
    StaffPosts: true;
    StaffPageTexts: true;
    StaffEmailTexts: true;
  }
}

export const content: Area = {
  path: 'content',
  title: 'Content',
  menu: 'main',
  key: 'b',
  icon: 'content',
  permission: 'content.read',
  tags: ['StaffPosts', 'StaffPageTexts', 'StaffEmailTexts'],
  Page: lazy(() => import('./content-area.tsx')),
};
