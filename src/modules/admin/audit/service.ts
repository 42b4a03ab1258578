/** The audit log as a list, a single entry with its before and after values, and the state of the chain. */
import type * as contract from '#contract/admin/audit.ts';
import { settingGroups } from '#contract/admin/settings.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import { type Columns, type Export, type ExportDeps, exportList } from '#modules/admin/lists/export.ts';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import * as audit from '#platform/audit.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { type About, recordsOf } from './record-store.ts';
import * as store from './store.ts';

type Query = Omit<Received<typeof contract.staffListAudit>['query'], 'cursor'>;
type Row = Handled<typeof contract.staffListAudit>['rows'][number];
type Entry = Handled<typeof contract.staffReadAuditEntry>;
type Chain = Handled<typeof contract.staffReadAuditChain>;

const views: Record<Query['view'], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  staff: sql<boolean>`exists (select from app_user where app_user.id = actor_id and role <> 'customer')`,
  access: sql<boolean>`action = any(${[
    ...[
      'log_in',
      'log_in_failed',
      'log_in_locked',
      'log_out',
      'password_set',
      'password_changed',
      'password_reset',
      'refresh_token_reused',
    ],
    ...[
      'two_factor_on',
      'two_factor_off',
      'two_factor_reset',
      'recovery_code_used',
      'session_ended',
      'sessions_ended',
      'other_sessions_ended',
    ],
    ...[
      'staff_invited',
      'staff_invited_again',
      'staff_role_changed',
      'staff_ended',
      'staff_session_ended',
      'staff_sessions_ended',
    ],
    ...[
      'account_disabled',
      'account_enabled',
      'administrator_created',
      'impersonation_granted',
      'impersonation_revoked',
    ],
  ]}::text[])`,
  exports: sql<boolean>`action like '%\\_exported'`,
};

/** Matches "Staff invited" to the act `staff_invited`, and "staff" to all acts starting with it. */
const actPattern = (act: string): string =>
  `${act
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')
    .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Actor and affected user are queried separately, because each has its own index. */
function branchesOf(who: string | undefined): RawBuilder<boolean>[] {
  if (who === undefined) return [sql<boolean>`true`];
  const id = who.includes('@')
    ? sql`(select id from app_user where email = ${normalizeEmail(who)} and deleted_at is null)`
    : sql`${who}`;
  return [
    sql<boolean>`actor_id = ${id}`,
    sql<boolean>`effective_id = ${id} and actor_id is distinct from ${id}`,
  ];
}

function listOf({ view, sort, who, act, record, from, to }: Query): KeysetList {
  const filters = sql<boolean>`${views[view]} and ${betweenDays('audit_log.at', from, to)}
    and ${act === undefined ? sql`true` : sql`action like ${actPattern(act)}`} and ${record === undefined ? sql`true` : sql`object = ${record}`}`;
  return {
    name: 'audit',
    filter: { view, who, act, record, from, to },
    // In order of writing, because a demo's clock may stand still.
    sort: { name: sort, column: 'audit_log.id', type: 'bigint', descending: sort === 'newest' },
    from: sql`audit_log`,
    id: 'audit_log.id',
    idType: 'bigint',
    branches: branchesOf(who).map((branch) => sql<boolean>`${branch} and ${filters}`),
  };
}

export async function listAudit(
  deps: Pick<Deps, 'db' | 'keys'>,
  { cursor, ...query }: Received<typeof contract.staffListAudit>['query'],
): Promise<Handled<typeof contract.staffListAudit>> {
  const { ids, ...page } = await readPage(deps, listOf(query), cursor);
  return { rows: await rowsOf(deps.db, ids), ...page };
}

async function rowsOf(db: Database, ids: readonly (string | number)[]): Promise<Row[]> {
  const found = await store.entriesOf(db, ids);
  const about = await recordsOf(
    db,
    found.map(({ object }) => object),
  );
  return inOrderOf(
    ids.map(String),
    found.map((row) => toRow(row, about.get(row.object) ?? null)),
  );
}

const pageTexts: Record<string, string> = {
  faq: 'FAQ',
  testimonials: 'Testimonials',
  assurances: 'Assurances',
  timeline: 'Sample order',
};

/** Settings and page texts have no row before their first change. */
function groupOf(object: string): About | null {
  const [, kind, key = ''] = /^(settings|page-texts):(\w+)$/.exec(object) ?? [];
  if (kind === undefined) return null;
  const groups: Record<string, { title: string }> = settingGroups;
  return kind === 'settings'
    ? { name: groups[key]?.title ?? null, address: `settings/${key}` }
    : { name: pageTexts[key] ?? null, address: `content/${key}` };
}

function toRow(row: store.EntryRow, found: About | null): Row {
  const about = found ?? groupOf(row.object);
  const who = personOf(row.actor_id, row.actor_name, row.actor_role);
  const whom = personOf(row.effective_id, row.effective_name, row.effective_role);
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    act: row.action,
    who,
    forWhom: row.effective_id === row.actor_id || row.effective_id === row.object ? null : whom,
    record: row.object,
    recordName: about?.name ?? null,
    address: about?.address ?? null,
    hasChange: row.has_change,
  };
}

function personOf(id: string | null, name: string | null, role: store.EntryRow['actor_role']): Row['who'] {
  if (id === null) return null;
  if (id === audit.terminal) return { id, name: 'The terminal', role: 'terminal' };
  return role === null || name === null
    ? { id, name: 'A deleted account', role: 'deleted' }
    : { id, name, role };
}

const columns: Columns<Row> = [
  { name: 'Entry', cell: ({ id }) => id },
  { name: 'When (UTC)', cell: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { name: 'Who', cell: ({ who }) => who?.name ?? 'The shop' },
  { name: 'Role', cell: ({ who }) => who?.role ?? '' },
  { name: 'Action', cell: ({ act }) => act },
  { name: 'Record', cell: ({ record }) => record },
  { name: 'Name of the record', cell: ({ recordName }) => recordName },
  { name: 'For whom', cell: ({ forWhom }) => forWhom?.name ?? null },
];

export const auditAsFile = ({ db }: Pick<Deps, 'db'>, query: Query): Export<Row> => ({
  list: listOf(query),
  columns,
  rowsOf: (ids) => rowsOf(db, ids),
});

export const exportAudit = (deps: ExportDeps, caller: Person, query: Query): Promise<CsvFile> =>
  exportList(deps, caller, auditAsFile, query);

/** Throws `not_found`. */
export async function readEntry({ db, keys }: Pick<Deps, 'db' | 'keys'>, id: string): Promise<Entry> {
  const [row] = await store.entriesOf(db, [id]);
  if (row === undefined) throw new DomainError('not_found');
  const about = (await recordsOf(db, [row.object])).get(row.object) ?? null;
  const { before_hash: beforeHash, after_hash: afterHash, before, after } = row;
  return {
    ...toRow(row, about),
    from: row.ip,
    route: row.route,
    detail: Object.entries(row.detail as Record<string, unknown>).map(([name, value]) => ({
      name,
      value: textOf(value) ?? '',
    })),
    change: row.has_change ? changeOf(before, after) : [],
    isProven: row.has_change
      ? audit.isProven({ keys }, beforeHash, before) && audit.isProven({ keys }, afterHash, after)
      : null,
    position: row.position,
    hash: row.hash,
  };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const fieldsIn = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
};

/** Compares field by field; unchanged fields are omitted. */
function changeOf(before: unknown, after: unknown): Entry['change'] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: textOf(was[field]), after: textOf(is[field]) }))
    .filter((change) => change.before !== change.after);
}

export async function readChain({ db }: Pick<Deps, 'db'>): Promise<Chain> {
  const [last, waiting, check, waits] = await Promise.all([
    store.lastChained(db),
    store.unchained(db),
    store.lastCheck(db),
    store.findRequester(db),
  ]);
  return {
    chained:
      last === undefined
        ? null
        : { position: last.position ?? 0, at: last.at.toISOString(), hash: last.hash ?? '' },
    waiting: Number(waiting.entries),
    waitingSince: waiting.since?.toISOString() ?? null,
    checked:
      check === undefined
        ? null
        : {
            at: check.ended_at.toISOString(),
            by: check.first_name,
            entries: Number(check.entries),
            hash: check.newest_hash,
            violations: check.violations as string[],
            isWhole: check.is_whole,
          },
    isChecking: waits !== undefined,
  };
}

export async function askForCheck(deps: Deps, caller: Person): Promise<Chain> {
  await deps.db.transaction().execute(async (tx) => {
    await audit.record(tx, deps, { actorId: caller.userId, action: 'audit_check_asked', object: 'audit' });
    await deps.jobs.enqueue(tx, 'check-audit-log', {});
  });
  return readChain(deps);
}
