/**
 * The nightly audit log check. It continues from the newest entry of the last check, which is sealed with a
 * key that is not in the database. Moving that mark is detected; deleting it makes the next check start from
 * the beginning. Older entries are checked in blocks, so that each is covered within `nights` days. The block
 * depends only on the date, so stored data cannot skip one, and missed days are caught up.
 *
 * A database owner without the key cannot add or change an entry undetected. They could remove entries, clear
 * the positions after them, and let the shop chain those again. Each chaining process remembers the newest
 * position and detects that (`noteRewritten`), and so does the next nightly check. If they also delete all
 * checks and every process restarts, only `verify --noted` detects it, with a hash that was logged or noted
 * elsewhere.
 */
import { type Findings, checkEntries, collectFindings, type Part, readEnd, allUpTo } from './chain.ts';
import * as alarms from '#modules/alarms/service.ts';
import { nightsOfAuditCheck as nights } from '#kernel/audit-check.ts';
import { isThere, type Place } from '#platform/audit-chain.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from '#modules/operations/audit/check-store.ts';
import { findRequester } from '#modules/admin/audit/store.ts';

type CheckDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'log'>;

/**
 * Below `allBelow` entries, about 40 seconds of work, the check covers all of them every night. `block`:
 * consecutive entries in a part.
 */
const defaults = { allBelow: 1_000_000, block: 10_000 };
/** Limits the stored list to a readable length; `npm run admin -- verify` lists more. */
const violationsAtMost = 20;

/** Prefix of a violation about a check's newest entry. */
const entryAt = (position: number): string => `entry ${position}: `;
const missingText = 'was once the latest entry and is now missing or changed';

const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000);

export async function checkAudit(deps: CheckDeps, { allBelow, block } = defaults): Promise<void> {
  const { db, keys, clock, log } = deps;
  const [askedBy, startedAt, findings] = [await findRequester(db), clock.now(), collectFindings()];
  const last = await lastGoodCheck(deps, findings);
  const end = await readEnd(db);
  const due =
    last === null ? nights : Math.min(nights, Math.max(0, dayOf(startedAt) - dayOf(last.startedAt)));
  // A requested check covers everything, and so does every check after a violation until it is fixed.
  const isFullCheck =
    last === null || !last.isNewest || askedBy !== undefined || due === nights || last.position < allBelow;
  const parts = isFullCheck
    ? [allUpTo(end)]
    : [
        ...partsOf(last.position, { today: dayOf(startedAt), due, block }),
        { after: last.position, upTo: end.position, isNewest: true },
      ];
  await checkEntries(deps, { end, parts }, findings);
  const violations = findings.violations().map(({ subject, detail }) => `${subject}: ${detail}`);
  const check = {
    ...{
      askedBy: askedBy ?? null,
      startedAt,
      endedAt: clock.now(),
      entries: findings.rows,
      isWhole: isFullCheck,
    },
    ...{ position: end.position, newestHash: end.hash, violations: violations.slice(0, violationsAtMost) },
  };
  await store.insertCheck(db, check, keys.mac('audit', ...sealedOf(check)));
  // Logs are stored out of reach of the database's writers. The hash can be passed to `verify --noted`.
  log.info(
    { entries: check.entries, isWhole: isFullCheck, position: end.position, newestHash: end.hash },
    'the audit log was checked',
  );
  if (violations.length === 0) return;
  // Logged every night, because an alarm that is still open, even one with a forged row, is not raised again.
  log.error({ violations: check.violations, all: violations.length }, 'the audit log was changed');
  await alarm(db, log, violations);
}

/**
 * Called by a chaining process when the newest position it remembers is missing or has another hash. Stored
 * as a check so that staff see it and every later check repeats it.
 */
export async function noteRewritten(
  { db, keys, clock, log }: CheckDeps,
  { position, hash }: Place,
): Promise<void> {
  const [at, violations] = [clock.now(), [`${entryAt(position)}${missingText}`]];
  const check = {
    askedBy: null,
    startedAt: at,
    endedAt: at,
    entries: 0,
    isWhole: false,
    position,
    newestHash: hash,
    violations,
  };
  // The alarm comes first: a failed note is retried, and a repeated alarm is raised only once.
  await alarm(db, log, violations);
  await store.insertCheck(db, check, keys.mac('audit', ...sealedOf(check)));
}

/** Raises one alarm. If the problem persists, it is raised again the night after the alarm was resolved. */
const alarm = (db: Deps['db'], log: Deps['log'], [first = '', ...more]: string[]): Promise<void> =>
  alarms.raise(
    db,
    log,
    'audit_log',
    'the audit log',
    `The audit log was changed: ${first}${more.length === 0 ? '' : `, and ${more.length} more. npm run admin -- verify names them`}`,
  );

/** No entry's own text starts with this prefix. */
const sealedOf = ({ startedAt, isWhole, position, newestHash, violations }: store.Sealed): string[] => [
  'check',
  JSON.stringify([startedAt.toISOString(), isWhole, position, newestHash, violations]),
];

/**
 * Returns the last check without violations, or null. From the checks since then it also reports altered
 * checks and the rewrites noted by chaining processes. It also reports a missing newest entry of the last
 * good check, so later good checks cannot hide a problem. A note is recognized by naming its own position.
 */
async function lastGoodCheck(
  { db, keys }: CheckDeps,
  findings: Findings,
): Promise<(store.Sealed & { isNewest: boolean }) | null> {
  let good: (store.Sealed & { isNewest: boolean }) | null = null;
  for (const [at, check] of (await store.sealedChecks(db)).entries()) {
    const { position, newestHash: hash, violations } = check;
    if (!keys.isMacOf(check.seal, 'audit', ...sealedOf(check))) {
      findings.complain(`check ${check.id}`, 'was changed after it was written');
      continue;
    }
    const isLastGood = good === null && violations.length === 0;
    if (isLastGood) good = { ...check, isNewest: at === 0 };
    if (!isLastGood && !violations.some((violation) => violation.startsWith(entryAt(position)))) continue;
    if (position > 0 && !(await isThere(db, { position, hash })))
      findings.complain(`entry ${position}`, missingText);
  }
  return good;
}

/** Returns the blocks of the last `due` days among the entries up to `position`. */
function partsOf(
  position: number,
  { today, due, block }: { today: number; due: number; block: number },
): Part[] {
  const parts: Part[] = [];
  for (let number = 0; number * block < position; number += 1)
    if ((((today - number) % nights) + nights) % nights < due)
      parts.push({ after: number * block, upTo: Math.min((number + 1) * block, position) });
  return parts;
}
