/** What makes a list: each area writes one of these, and `ListPage` does the rest. */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { ListBulkKind } from '#web/features/admin/bulk/bulk-api.ts';
import type { Query } from '#web/features/admin/shell/loaded.tsx';
import type { EmailedList } from './exports-api.ts';
import type { ListQuery } from './list-state.ts';

export type ListPageOf<Row> = { rows: Row[]; older: string | null; newer: string | null; count: number; countIsCapped: boolean };

export type View = { id: string; title: string };

export type Filter =
  | { name: string; label: string; kind: 'choices'; options: readonly { value: string; label: string }[] }
  /** `name` is the first day, `until` the last, as `2026-11-24`. */
  | { name: string; label: string; kind: 'days'; until: string }
  | { name: string; label: string; kind: 'text'; hint?: string };

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the end of their column. */
  align?: 'end';
  /** From which width it is shown. */
  from?: 'md' | 'lg' | 'xl';
  /** The server's word for this order of the rows. */
  sort?: string;
};

export type BulkAct<Row> = {
  label: string;
  permission: Permission;
  /** Null where it makes no sense for this row; it is then left out and counted. */
  hindrance: (row: Row) => string | null;
  /** What the server is asked to do with them. */
  kind: ListBulkKind;
  /** The question, with the number of rows in it as it is said: "12", or "1,000+". */
  ask: (count: string, isOne: boolean) => { title: string; action: string; body: string };
};

export type ListDefinition<Row> = {
  /** Below `/admin`. */
  area: string;
  title: string;
  one: string;
  many: string;
  views: readonly [View, ...View[]];
  filters: readonly Filter[];
  columns: readonly [Column<Row>, ...Column<Row>[]];
  idOf: (row: Row) => string;
  /** Where a row opens; the usual way, a record of its own below the list. */
  addressOf?: (row: Row) => string;
  /** What the row is called: the words of its link. */
  nameOf: (row: Row) => string;
  /** On a phone a row is two lines: what stands at the end of the first, and the second. */
  card: (row: Row) => { end: ReactNode; second: ReactNode };
  useRows: (query: ListQuery) => Query<ListPageOf<Row>>;
  /** Answers a function that fetches a page before it is asked for. */
  usePrefetchPage: () => (query: ListQuery) => void;
  usePrefetchRow: () => (id: string) => void;
  /** What will stand here, and how the first one comes to be. */
  empty: (view: string) => { title: string; body: string; action?: ReactNode };
  actions?: ReactNode;
  /** The way to the other screens of its area. It stands above the name of the screen, as everywhere. */
  screens?: ReactNode;
  /** What is to be read before the rows. */
  notice?: ReactNode;
  bulk?: readonly BulkAct<Row>[];
  exportPath?: `/api/admin/${string}`;
  /** What kind of file it is; CSV unless told. */
  exportAs?: 'CSV' | 'ZIP';
  /** As the server knows it, where it may be too long to be saved at once. */
  emailedList?: EmailedList;
  /** Where the file needs another right than other files. */
  exportPermission?: Permission;
};
