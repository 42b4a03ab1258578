/**
 * Work that needs a person today, with links to where it is done. Kinds that the role may not read are
 * omitted.
 */
import { countAtMost } from '#contract/admin/list.ts';
import type * as contract from '#contract/admin/overview.ts';
import type { Handled } from '#contract/endpoint.ts';
import { cents } from '#kernel/money.ts';
import { mayDo, type Permission, type Role } from '#kernel/permissions.ts';
import { overdueAfterDays } from '#modules/fulfillment/service.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './todo-store.ts';

type Parts = Handled<typeof contract.staffReadTodo>['parts'];
type Kind = Parts[number]['kind'];
type Part = {
  permission: Permission;
  read: (db: Database, now: Date) => Promise<store.Todo>;
  /** The page of one row. Kinds without their own screen use the home screen. */
  at: (opens: string, row: store.TodoRow, role: Role) => string;
  list: string | null | ((role: Role) => string);
};

const order = (id: string): string => (id === '' ? '/admin' : `/admin/orders/${id}`);
const message = (id: string): string => `/admin/messages/${id}`;
const customer = (id: string): string => `/admin/customers/${id}`;

const parts: Record<Kind, Part> = {
  alarms: { permission: 'orders.read', read: store.alarms, at: order, list: null },
  applications: {
    permission: 'credit.read',
    read: store.applications,
    at: (id) => `/admin/credit/${id}`,
    list: '/admin/credit',
  },
  disputes: {
    permission: 'orders.read',
    read: store.disputes,
    at: (id, row, role) => (mayDo(role, 'money.read') ? `/admin/money/disputes/${row.id}` : order(id)),
    list: (role) => (mayDo(role, 'money.read') ? '/admin/money/disputes' : '/admin/orders?view=disputed'),
  },
  messages: {
    permission: 'messages.read',
    read: store.messages,
    at: message,
    list: '/admin/messages?sort=oldest',
  },
  emails: {
    permission: 'orders.read',
    read: store.emails,
    at: (id, _row, role) =>
      !id.startsWith('msg_') ? order(id) : mayDo(role, 'messages.read') ? message(id) : '/admin',
    list: null,
  },
  reports: { permission: 'credit.read', read: store.reports, at: customer, list: null },
  overdue_invoices: {
    permission: 'credit.read',
    read: store.overdueInvoices,
    at: (id) => (id.startsWith('usr_') ? customer(id) : order(id)),
    list: '/admin/credit/accounts?view=past_due',
  },
  overdue_orders: {
    permission: 'orders.read',
    read: (db, now) => store.overdueOrders(db, new Date(now.getTime() - overdueAfterDays * 86_400_000)),
    at: order,
    list: '/admin/orders?view=overdue',
  },
};

export async function readTodo(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { role }: Person,
): Promise<{ parts: Parts }> {
  const permitted = Object.entries(parts).filter(([, { permission }]) => mayDo(role, permission)) as [
    Kind,
    Part,
  ][];
  const now = clock.now();
  const read = await Promise.all(
    permitted.map(async ([kind, part]) => toPart(kind, part, await part.read(db, now), role)),
  );
  return { parts: read };
}

const toPart = (kind: Kind, { at, list }: Part, { count, rows }: store.Todo, role: Role): Parts[number] => ({
  kind,
  count: Math.min(count, countAtMost),
  countIsCapped: count > countAtMost,
  items: rows.map((row) => ({
    id: row.id,
    title: `${row.title.charAt(0).toUpperCase()}${row.title.slice(1)}`,
    detail: row.detail,
    at: row.at.toISOString(),
    amount: row.amount_cents === null ? null : cents(Number(row.amount_cents)),
    address: at(row.opens, row, role),
    alarm: row.kind === null ? null : { kind: row.kind, subject: row.id },
  })),
  address: typeof list === 'function' ? list(role) : list,
});
