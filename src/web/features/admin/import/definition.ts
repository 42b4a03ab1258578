/** What makes the import of one kind of record: each area writes one of these, and `ImportPage` does the rest. */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { staffTags } from '#web/features/admin/shell/staff-api.ts';
import type { ImportRows } from './import-api.ts';

export type ImportDefinition = {
  /** The list of these records, below `/admin`, and what it is called. */
  area: { path: string; title: string };
  one: string;
  many: string;
  permission: Permission;
  rows: ImportRows;
  /** What is read anew after it. */
  tag: (typeof staffTags)[number];
  /** As the browser's window for files takes it. */
  accept: string;
  /** Several files may be chosen, and are sent packed as one. */
  takesSeveral?: boolean;
  /** What kind of file, how large, and what comes of it: one item each. */
  about: readonly ReactNode[];
  /** What follows at once; beside the act that does it. */
  effect: string;
};
