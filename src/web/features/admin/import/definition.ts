/** Definition of the import of one kind of record. `ImportPage` implements the rest. */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { StaffTag } from '#web/features/admin/shell/staff-api.ts';
import type { ImportEndpoints } from './calls.ts';

export type ImportDefinition = {
  /** The list of these records: its path below `/admin`, and its title. */
  area: { path: string; title: string };
  one: string;
  many: string;
  permission: Permission;
  endpoints: ImportEndpoints;
  /** The cache tag to invalidate after the import. */
  tag: StaffTag;
  /** The `accept` attribute of the file input. */
  accept: string;
  /** Several files may be selected; they are sent as one ZIP file. */
  takesSeveral?: boolean;
  /** File type, size limit, and result, one item each. */
  about: readonly ReactNode[];
  /** The immediate effect; shown beside the Import button. */
  effect: string;
};
