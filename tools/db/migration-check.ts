/**
 * Checks a migration against the promise in its first line, with PostgreSQL's own parser. Statements that
 * would break a running shop are rejected.
 */
import { type Node, parse, type RawStmt } from 'libpg-query';
import { batchSize } from '#platform/in-batches.ts';
import { anyCode, type Migration, statementsOf } from '#platform/migration-files.ts';
import { type Effect, effectsOn } from './statement-effects.ts';

/** A comment above a statement with the reason why it is safe despite the rule. */
const allowed = /^-- allowed: \S/;

type Statement = { node: Node; line: number; isAllowed: boolean };

/** Returns every problem with its line. `earlier` holds the numbers of the preceding files. */
export async function complaintsAbout(migration: Migration, earlier: string[]): Promise<string[]> {
  const { name, sql, isMarked, oldestCode, replaces } = migration;
  // A baseline only runs on an empty database.
  if (replaces.length > 0) return [];
  if (!isMarked)
    return [`${name}: the first line is none of "-- compatible", "-- contract after 0101" and "-- contract"`];
  const statements = await read(sql).catch((error: Error) => `${name}: ${error.message}`);
  if (typeof statements === 'string') return [statements];
  const isAfterUnknown = oldestCode !== null && oldestCode !== anyCode && !earlier.includes(oldestCode);
  return [
    ...(isAfterUnknown ? [`${name}: there is no migration ${oldestCode} before it`] : []),
    ...(migration.way === 'in one transaction'
      ? together(migration, statements)
      : outside(migration, statements)
    ).map(({ line, why }) => `${name}, line ${line}: ${why}`),
  ];
}

async function read(sql: string): Promise<Statement[]> {
  const lines = sql.split('\n');
  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  return stmts.map(({ stmt, stmt_location: at = 0 }: RawStmt) => {
    const line = bytes.subarray(0, at).toString().split('\n').length;
    const before = lines.slice(0, line - 1);
    const comments = before.slice(before.findLastIndex((text) => !text.startsWith('--')) + 1);
    return { node: stmt as Node, line, isAllowed: comments.some((text) => allowed.test(text)) };
  });
}

type Complaint = { line: number; why: string };

function together({ oldestCode }: Migration, statements: Statement[]): Complaint[] {
  const created = new Set<string>();
  const isOnlyValidation = statements.every(({ node }) => validates(node));
  return statements.flatMap(({ node, line, isAllowed }) => {
    if ('TransactionStmt' in node) return [{ line, why: 'the runner begins and ends transactions' }];
    if ('CreateStmt' in node) created.add(node.CreateStmt.relation?.relname ?? '');
    if ('CreateTableAsStmt' in node) created.add(node.CreateTableAsStmt.into?.rel?.relname ?? '');
    // When no earlier version works afterwards, the shop is stopped anyway.
    if (isAllowed || isOnlyValidation || oldestCode === null) return [];
    const counts = ({ kind }: Effect): boolean => kind === 'holds' || oldestCode === anyCode;
    return effectsOn(node, created)
      .filter(counts)
      .map(({ why }) => ({ line, why }));
  });
}

const validates = (node: Node): boolean =>
  'AlterTableStmt' in node &&
  (node.AlterTableStmt.cmds ?? []).every(
    (each) => 'AlterTableCmd' in each && each.AlterTableCmd.subtype === 'AT_ValidateConstraint',
  );

function outside({ sql, way, oldestCode }: Migration, statements: Statement[]): Complaint[] {
  const [first, second] = statements;
  if (first === undefined) return [{ line: 1, why: `what runs ${way} is a statement` }];
  if (way === 'in batches' && second !== undefined)
    return [{ line: second.line, why: `what runs ${way} is one statement` }];
  if (statementsOf(sql).length !== statements.length)
    return [{ line: 1, why: 'the end of a line is not the end of each statement' }];
  return statements.flatMap(({ node, line, isAllowed }) => {
    const why =
      way === 'concurrently'
        ? concurrencyProblem(node, oldestCode, isAllowed)
        : batchProblem(node, oldestCode, isAllowed);
    return why === null ? [] : [{ line, why }];
  });
}

function concurrencyProblem(node: Node, oldestCode: string | null, isAllowed: boolean): string | null {
  if ('IndexStmt' in node) {
    const { concurrent, if_not_exists: mayExist, idxname, unique } = node.IndexStmt;
    if (!concurrent || !mayExist || !idxname)
      return 'say "create index concurrently if not exists" and a name';
    return unique && oldestCode === anyCode && !isAllowed
      ? 'a unique index could reject writes of the previous version'
      : null;
  }
  if (!('DropStmt' in node)) return 'only indexes are made and dropped concurrently';
  const { concurrent, missing_ok: mayLack } = node.DropStmt;
  if (!concurrent || !mayLack) return 'say "drop index concurrently if exists"';
  return oldestCode === anyCode && !isAllowed ? 'something is dropped' : null;
}

function batchProblem(node: Node, oldestCode: string | null, isAllowed: boolean): string | null {
  if ('DeleteStmt' in node) {
    if (oldestCode === anyCode && !isAllowed) return 'rows are deleted that the previous version may need';
  } else if (!('UpdateStmt' in node || 'InsertStmt' in node)) return 'only rows are changed in batches';
  return JSON.stringify(node).includes(`"limitCount":{"A_Const":{"ival":{"ival":${batchSize}}`)
    ? null
    : `a batch has "limit ${batchSize}"`;
}
