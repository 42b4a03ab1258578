/** Definition of a list. `ListPage` implements the rest. */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { ListBulkKind } from '#web/features/admin/bulk/calls.ts';
import type { Query } from '#web/features/admin/shell/loaded.tsx';
import type { EmailedList } from './calls.ts';
import type { ListQuery } from './list-state.ts';

export type ListPageOf<Row> = {
  rows: Row[];
  older: string | null;
  newer: string | null;
  count: number;
  countIsCapped: boolean;
};

export type View = { id: string; title: string };

export type Filter =
  | { name: string; label: string; kind: 'choices'; options: readonly { value: string; label: string }[] }
  /** `name` is the first day and `until` the last, as `2026-11-24`. */
  | { name: string; label: string; kind: 'days'; until: string }
  | { name: string; label: string; kind: 'text'; hint?: string };

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts are aligned at the end of the column. */
  align?: 'end';
  /** The breakpoint from which the column is visible. */
  from?: 'md' | 'lg' | 'xl';
  /** The API's sort name for this column. */
  sort?: string;
};

export type BulkAct<Row> = {
  label: string;
  permission: Permission;
  /**
   * Why the action does not apply to this row; null if it does. Rows with a reason are skipped and counted.
   */
  hindrance: (row: Row) => string | null;
  /** The kind of the bulk action in the API. */
  kind: ListBulkKind;
  /** The confirmation. `count` is formatted: "12" or "1,000+". */
  ask: (count: string, isOne: boolean) => { title: string; action: string; body: string };
};

export type ListDefinition<Row> = {
  /** Path below `/admin`. */
  area: string;
  title: string;
  one: string;
  many: string;
  views: readonly [View, ...View[]];
  filters: readonly Filter[];
  columns: readonly [Column<Row>, ...Column<Row>[]];
  idOf: (row: Row) => string;
  /** The address of a row; default: the record below the list's path. */
  addressOf?: (row: Row) => string;
  /** The row's name, which is its link text. */
  nameOf: (row: Row) => string;
  /** On a phone a row has two lines: the end of the first line, and the second line. */
  card: (row: Row) => { end: ReactNode; second: ReactNode };
  /** A `staffList` hook. */
  useRows: ((query: ListQuery) => Query<ListPageOf<Row>>) & {
    usePrefetch: () => (query: ListQuery) => void;
  };
  /** Returns a function that prefetches a record. */
  usePrefetchRow?: () => (id: string) => void;
  /** Explains what the list will contain and how to create the first record. */
  empty: (view: string) => { title: string; body: string; action?: ReactNode };
  actions?: ReactNode;
  /** Shown above the rows. */
  notice?: ReactNode;
  bulk?: readonly BulkAct<Row>[];
  exportPath?: `/api/admin/${string}`;
  /** File type of the export; default: CSV. */
  exportAs?: 'CSV' | 'ZIP';
  /** The list's name in the API, if a long export is emailed instead. */
  emailedList?: EmailedList;
  /** Permission for the export, if it differs from other exports. */
  exportPermission?: Permission;
};
