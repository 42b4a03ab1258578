/**
 * The check of each night. It goes on from the newest entry that the last one found, which is sealed with a key that the database does not
 * have: whoever moves it is found out, and whoever deletes it makes the next check begin at the start. Of the older entries a part in
 * its turn is gone through once more, so each of them is within `nights` days; which part it is depends on the day alone, and nothing that is
 * stored can keep a part from its turn. What was not checked for some days is made up for.
 *
 * Whoever has all rights on the database, and not the key, cannot write an entry or change one unseen. They can take some out, take the places of
 * those after them away, and have the shop chain them anew. Each process that chains remembers the newest place and finds that (`noteRewritten`);
 * so does the next night, from the newest of the last good check. Who also deletes all checks and has every process started anew is found only by
 * a hash that was logged or noted elsewhere, with `verify --noted`.
 */
import {
  type Findings,
  checkPart,
  checkSeal,
  checkUnchained,
  collectFindings,
  type Part,
  whereItEnds,
  wholeUpTo,
} from '#modules/admin/audit-chain.ts';
import * as alarms from '#modules/payments/alarms.ts';
import { nightsOfAuditCheck as nights } from '#kernel/audit-check.ts';
import { isThere, type Place } from '#platform/audit-chain.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './store.ts';

type CheckDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'log'>;

/** As long as there are fewer entries, some 40 seconds' worth, all of them are gone through each night. `block`: how many follow each other in a part. */
const usual = { allBelow: 1_000_000, block: 10_000 };
/** What a person can take in; `npm run admin -- verify` tells more. */
const violationsAtMost = 20;

/** How a finding begins that is about the newest entry of a check. */
const entryAt = (position: number): string => `entry ${position}: `;
const gone = 'was the newest once, and is missing, or was changed';

const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000);

export async function checkAudit(deps: CheckDeps, { allBelow, block } = usual): Promise<void> {
  const { db, keys, clock, log } = deps;
  const [askedBy, startedAt, findings] = [await store.whoWaits(db), clock.now(), collectFindings()];
  const last = await lastGoodCheck(deps, findings);
  const end = await whereItEnds(db);
  const due = last === null ? nights : Math.min(nights, Math.max(0, dayOf(startedAt) - dayOf(last.startedAt)));
  // Whoever asks wants all of it, and what a check has found stays in sight until it is mended.
  const isWhole = last === null || !last.isNewest || askedBy !== undefined || due === nights || last.position < allBelow;
  const parts = isWhole
    ? [wholeUpTo(end)]
    : [...partsOf(last.position, { today: dayOf(startedAt), due, block }), { after: last.position, upTo: end.position, isNewest: true }];
  await checkSeal(deps, findings);
  for (const part of parts) await checkPart(deps, part, findings);
  await checkUnchained(deps, end, findings);
  const violations = findings.violations().map(({ subject, detail }) => `${subject}: ${detail}`);
  const check = {
    ...{ askedBy: askedBy ?? null, startedAt, endedAt: clock.now(), entries: findings.rows, isWhole },
    ...{ position: end.position, newestHash: end.hash, violations: violations.slice(0, violationsAtMost) },
  };
  await store.insertCheck(db, check, keys.mac('audit', ...sealedOf(check)));
  // Logs go where nobody who writes the database may reach: the hash can be asked for with `verify --noted`.
  log.info({ entries: check.entries, isWhole, position: end.position, newestHash: end.hash }, 'the audit log was checked');
  if (violations.length === 0) return;
  // Each night: an alarm that waits for somebody, whoever has written its row, rings no second time.
  log.error({ violations: check.violations, all: violations.length }, 'the audit log is not as it was written');
  await alarm(db, log, violations);
}

/**
 * For the process that chains: the newest place that it knew is gone, or has another hash. Stands where people see what the checks found, and
 * each check says it again.
 */
export async function noteRewritten({ db, keys, clock, log }: CheckDeps, { position, hash }: Place): Promise<void> {
  const [at, violations] = [clock.now(), [`${entryAt(position)}${gone}`]];
  const check = { askedBy: null, startedAt: at, endedAt: at, entries: 0, isWhole: false, position, newestHash: hash, violations };
  // First, because a note that failed is tried again, and the same alarm rings once.
  await alarm(db, log, violations);
  await store.insertCheck(db, check, keys.mac('audit', ...sealedOf(check)));
}

/** Whoever takes alarms hears of it once, and again the night after it was resolved while it is still so. */
const alarm = (db: Deps['db'], log: Deps['log'], [first = '', ...more]: string[]): Promise<void> =>
  alarms.raise(
    db,
    log,
    'audit_log',
    'the audit log',
    `The audit log is not as it was written: ${first}${more.length === 0 ? '' : `, and ${more.length} more. npm run admin -- verify names them`}`,
  );

/** An entry's own text never begins so. */
const sealedOf = ({ startedAt, isWhole, position, newestHash, violations }: store.Sealed): string[] => [
  'check',
  JSON.stringify([startedAt.toISOString(), isWhole, position, newestHash, violations]),
];

/**
 * The last check that found everything as it was written; null where there is none. Findings, of each check from then on, so that nobody overlooks
 * them: a check that was changed since, the newest entry of the last good one that is gone, and whatever a process that chains has noted,
 * however many good checks came after it. A note is what names its own place.
 */
async function lastGoodCheck({ db, keys }: CheckDeps, findings: Findings): Promise<(store.Sealed & { isNewest: boolean }) | null> {
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
    if (position > 0 && !(await isThere(db, { position, hash }))) findings.complain(`entry ${position}`, gone);
  }
  return good;
}

/** Of the entries up to `position` the blocks of the last `due` days. */
function partsOf(position: number, { today, due, block }: { today: number; due: number; block: number }): Part[] {
  const parts: Part[] = [];
  for (let number = 0; number * block < position; number += 1)
    if ((((today - number) % nights) + nights) % nights < due)
      parts.push({ after: number * block, upTo: Math.min((number + 1) * block, position) });
  return parts;
}
