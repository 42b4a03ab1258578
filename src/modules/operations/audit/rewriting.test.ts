/** A database owner without the key rewrites the log and has the shop chain it again. */
import { checkAuditLog } from './chain.ts';
import * as alarms from '#modules/alarms/service.ts';
import * as audit from '#platform/audit.ts';
import { chainAuditLog, keepAuditLogChained, type Memory, type Place } from '#platform/audit-chain.ts';
import { createLogger } from '#platform/logger.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { testKeys } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkAudit, noteRewritten } from './check.ts';

const dayMs = 24 * 3_600_000;
const noMac = 'has no hash: it was written before migration 0051, or was changed';
const missing = 'was once the latest entry and is now missing or changed';

let database: TestDatabase;
let now: number;
beforeEach(async () => {
  database = await aDatabase({ max: 6 });
  now = Date.now();
});
afterEach(() => database.close());

const deps = () => ({
  db: database.db,
  keys: testKeys,
  clock: { now: () => new Date(now) },
  log: createLogger('silent'),
});

async function record(count: number, action = 'acted'): Promise<void> {
  const acts = Array.from({ length: count }, (_, at) => ({ actorId: 'usr_a', action, object: `usr_${at}` }));
  await database.db.transaction().execute((tx) => audit.record(tx, deps(), ...acts));
}

/** Statements that none of our programs runs. */
async function asOwner(...statements: RawBuilder<unknown>[]): Promise<void> {
  await sql`alter table audit_log disable trigger all`.execute(database.db);
  for (const statement of statements) await statement.execute(database.db);
  await sql`alter table audit_log enable trigger all`.execute(database.db);
}

const unchain = (after: number) =>
  sql`update audit_log set position = null, previous_hash = null, hash = null where id > ${after}`;

/**
 * Removes one entry, changes another's actor, adds a forged one, and has everything after that chained again.
 */
async function rewriteFrom(id: number): Promise<{ changed: number; forged: number }> {
  await asOwner(
    sql`delete from audit_log where id = ${id}`,
    sql`update audit_log set actor_id = 'usr_b' where id = ${id + 1}`,
    sql`insert into audit_log (at, actor_id, ip, route, action, object, detail, mac) values (now(), 'usr_b', '', '', 'acted', 'usr_0', '{}', 'x')`,
    sql`update audit_log set mac = 'x' where id = ${id + 1}`,
    unchain(id),
  );
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(database.db);
  return { changed: id + 1, forged: rows[0]?.id ?? 0 };
}

const withoutMac = () => asOwner(sql`update audit_log set mac = null where mac = 'x'`);

async function checkNextNight(): Promise<string[]> {
  now += dayMs;
  await checkAudit(deps(), { allBelow: 0, block: 10 });
  const check = await database.db
    .selectFrom('audit_check')
    .select('violations')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return check.violations as string[];
}

const complaints = async (noted: string | null = null): Promise<string[]> =>
  (await checkAuditLog(deps(), noted)).violations.map(({ subject, detail }) => `${subject}: ${detail}`);

const rung = async (): Promise<string[]> =>
  (await alarms.unresolved(database.db))
    .filter(({ kind }) => kind === 'audit_log')
    .map(({ detail }) => detail);

/** A chaining process, with the positions it has reported. */
function aProcess(): Memory & { reported: Place[]; chain(): Promise<number> } {
  const reported: Place[] = [];
  const memory: Memory = { newest: null, onRewritten: async (lostPlace) => void reported.push(lostPlace) };
  return Object.assign(memory, { reported, chain: () => chainAuditLog(deps(), memory) });
}

test('entries changed and added since the last check are reported each night, even without their own hash', async () => {
  await record(40);
  await chainAuditLog(deps());
  expect(await checkNextNight()).toEqual([]);
  expect(await rung()).toEqual([]);
  await record(10);
  await chainAuditLog(deps());
  const { changed, forged } = await rewriteFrom(43);
  await chainAuditLog(deps());
  const wrong = [changed, forged].map((id) => `row ${id}: was changed after it was written`);
  expect(await checkNextNight()).toEqual(wrong);
  await withoutMac();
  for (let time = 1; time <= 30; time += 1)
    expect(await checkNextNight()).toEqual([changed, forged].map((id) => `row ${id}: ${noMac}`));
});

test('old entries without a check are reported too, and the chain continues', async () => {
  await record(60);
  await chainAuditLog(deps());
  expect(await checkNextNight()).toEqual([]);
  const { changed, forged } = await rewriteFrom(11);
  await sql`delete from audit_check`.execute(database.db);
  expect(await chainAuditLog(deps())).toBe(50);
  await withoutMac();
  const found = [changed, forged].map((id) => `row ${id}: ${noMac}`);
  expect(await complaints()).toEqual(found);
  expect(await checkNextNight()).toEqual(found);
  await record(3);
  expect(await chainAuditLog(deps())).toBe(3);
  expect(await checkNextNight()).toEqual(found);
});

test('an entry that waits for its position needs its own hash too', async () => {
  await record(2);
  await sql`alter table audit_log drop constraint audit_log_sealed`.execute(database.db);
  await asOwner(sql`update audit_log set mac = null where id = 2`);
  expect(await complaints()).toEqual([`row 2: ${noMac}`]);
});

test('an invalid row does not block the positions of others, and is reported at every check', async () => {
  await sql`insert into audit_log (at, ip, route, action, object, detail, mac)
    values ('infinity', '', '', 'x', 'x', '{}', 'x'), (now(), '', '', 'x', 'x', 'null', 'x'), ('280000-01-01', '', '', 'x', 'x', '7', 'x')`.execute(
    database.db,
  );
  await record(1);
  expect(await chainAuditLog(deps())).toBe(4);
  for (let time = 1; time <= 2; time += 1)
    expect(await checkNextNight()).toEqual(
      [1, 2, 3].map((id) => `row ${id}: was changed after it was written`),
    );
});

test('an entry inserted beside another at its position is detected', async () => {
  await record(501);
  await chainAuditLog(deps());
  await sql`alter table audit_log drop constraint audit_log_position_key`.execute(database.db);
  await sql`insert into audit_log (at, ip, route, action, object, detail, position, previous_hash, hash)
    values (now(), '', '', 'x', 'x', '{}', 500, 'x', 'x')`.execute(database.db);
  expect(await complaints()).toContain('row 502: was changed after it was written');
});

test('a removed entry in a rechained log is reported once per process that saw a later hash, then nightly', async () => {
  const [first, second] = [aProcess(), aProcess()];
  await record(20);
  await first.chain();
  await record(10);
  await second.chain();
  const newestPlaces = [first.newest, second.newest];
  expect(await checkNextNight()).toEqual([]);
  await asOwner(sql`delete from audit_log where id = 15`, unchain(15));
  await sql`delete from audit_check`.execute(database.db);
  for (const process of [second, first, second, first]) {
    await record(1);
    await process.chain();
  }
  expect([first.reported, second.reported]).toEqual([[newestPlaces[0]], [newestPlaces[1]]]);
  for (const lostPlace of [...first.reported, ...second.reported]) await noteRewritten(deps(), lostPlace);
  expect(await rung()).toEqual([`The audit log was changed: entry 20: ${missing}`]);
  await alarms.resolve(database.db, 'audit_log', 'the audit log');
  for (let time = 1; time <= 3; time += 1)
    expect((await checkNextNight()).toSorted()).toEqual([`entry 20: ${missing}`, `entry 30: ${missing}`]);
  expect(await rung()).toEqual([expect.stringContaining(', and 1 more. npm run admin -- verify names them')]);
});

test('after a restart of all processes without checks, only a hash noted elsewhere detects it', async () => {
  await record(30);
  await chainAuditLog(deps());
  const { newest } = await checkAuditLog(deps());
  await asOwner(sql`delete from audit_log where id = 15`, unchain(15));
  const restarted = aProcess();
  await restarted.chain();
  expect([restarted.reported, await complaints(), await checkNextNight()]).toEqual([[], [], []]);
  expect(await complaints(newest)).toEqual([`${newest}: was once the latest hash and is now missing`]);
});

test('a rewrite that could not be reported is reported with the next batch', async () => {
  const process = aProcess();
  await record(5);
  await process.chain();
  const [newest, onRewritten] = [process.newest, process.onRewritten];
  await asOwner(sql`delete from audit_log where id = 5`);
  process.onRewritten = () => Promise.reject(new Error('no'));
  await record(1);
  await expect(process.chain()).rejects.toThrow('no');
  process.onRewritten = onRewritten;
  await record(1);
  await process.chain();
  expect(process.reported).toEqual([newest]);
});

test('the chaining process reads the end of the log at startup, and logs when it was rewritten', async () => {
  await record(5);
  await chainAuditLog(deps());
  const lines: string[] = [];
  const log = createLogger('error', { write: (line: string) => void lines.push(line) });
  const begun = Promise.withResolvers<void>();
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      begun.resolve();
      return result;
    },
  });
  const stop = keepAuditLogChained(
    { ...deps(), db, log },
    { everyMs: 5, onRewritten: (lostPlace) => noteRewritten(deps(), lostPlace) },
  );
  await begun.promise;
  await asOwner(sql`delete from audit_log where id = 3`, unchain(3));
  await until(
    'it is noted',
    async () => (await database.db.selectFrom('audit_check').select('id').execute()).length === 1,
  );
  await record(1);
  await stop();
  expect(lines).toEqual([
    expect.stringContaining('the audit log was rewritten: a chained entry is missing or changed'),
  ]);
  expect(
    await database.db.selectFrom('audit_log').select('id').where('position', 'is', null).execute(),
  ).toEqual([]);
  expect(await checkNextNight()).toEqual([`entry 5: ${missing}`]);
});

test('an intact log raises no alarm: several processes, sequential and concurrent, and late commits', async () => {
  const processes = [aProcess(), aProcess(), aProcess(), aProcess()];
  const mayEnd = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const slow = database.db.transaction().execute(async (tx) => {
    await audit.record(tx, deps(), { actorId: null, action: 'slow', object: 'x' });
    started.resolve();
    await mayEnd.promise;
  });
  await started.promise;
  for (const process of [...processes, ...processes]) {
    await record(3);
    await process.chain();
    await record(3);
    await Promise.all(processes.map((other) => other.chain()));
  }
  mayEnd.resolve();
  await slow;
  for (const process of processes) {
    await process.chain();
    await record(1);
  }
  await processes[0]?.chain();
  expect(processes.map(({ reported }) => reported)).toEqual([[], [], [], []]);
  expect([await complaints(), await checkNextNight(), await checkNextNight()]).toEqual([[], [], []]);
  const last = await database.db
    .selectFrom('audit_log')
    .select('action')
    .orderBy('position', 'desc')
    .limit(5)
    .execute();
  expect(last.map(({ action }) => action)).toContain('slow');
});

test('a rewrite noted by a process is reported again, even after later good checks', async () => {
  const process = aProcess();
  await record(3);
  await process.chain();
  expect(await checkNextNight()).toEqual([]);
  await record(2);
  await process.chain();
  await asOwner(sql`delete from audit_log where id = 4`, unchain(3));
  await record(1);
  await process.chain();
  expect(await checkNextNight()).toEqual([]);
  for (const lostPlace of process.reported) await noteRewritten(deps(), lostPlace);
  // As if that check was running when the process noted it.
  await sql`with note as (delete from audit_check where entries = 0 returning *)
    insert into audit_check (id, started_at, ended_at, entries, is_whole, position, newest_hash, seal, violations) overriding system value
    select -id, started_at, ended_at, entries, is_whole, position, newest_hash, seal, violations from note`.execute(
    database.db,
  );
  for (let time = 1; time <= 2; time += 1) expect(await checkNextNight()).toEqual([`entry 5: ${missing}`]);
});
