/**
 * Approval in two stages: first the counterparty, then Factiiv's staff; either may reject. With
 * `acceptAfterSeconds` each stage approves automatically. This needs no timer: every read or write of the
 * book first applies what has fallen due (`catchUp`).
 */
import { getActivity, getTrade, nameOf, type Activity, type Kind, type Trade } from './book.ts';
import { Refusal } from './refusal.ts';
import { recordingScore } from './score.ts';
import { settingsOf } from './settings.ts';
import type { World } from './world.ts';

export type Side = 'counterparty' | 'staff';

const statusOf = (kind: Kind, side: Side, item: Trade | Activity): string =>
  side === 'staff'
    ? item.adminStatus
    : kind === 'trade'
      ? (item as Trade).tradeStatus
      : (item as Activity).activityStatus;

const get = (world: World, kind: Kind, id: string): Trade | Activity =>
  kind === 'trade' ? getTrade(world, id) : getActivity(world, id);

export function accept(world: World, kind: Kind, id: string, side: Side): Trade | Activity {
  return decide(world, kind, id, side, () => acceptAt(world, kind, id, side, world.time.nowMs()));
}

export function reject(world: World, kind: Kind, id: string, side: Side, reason: string): Trade | Activity {
  return decide(world, kind, id, side, () =>
    world.database.run(
      `update ${kind} set ${columnOf(side)} = 'rejected', rejected_reason = ?, updated_at = ? where id = ?`,
      reason,
      world.time.nowMs(),
      id,
    ),
  );
}

/** Approves every stage that is still pending. */
export function acceptByBoth(world: World, kind: Kind, id: string): Trade | Activity {
  return world.database.step(() => {
    if (statusOf(kind, 'counterparty', get(world, kind, id)) === 'pending')
      accept(world, kind, id, 'counterparty');
    return accept(world, kind, id, 'staff');
  });
}

const columnOf = (side: Side): string => (side === 'staff' ? 'admin_status' : 'counterparty_status');

function decide(world: World, kind: Kind, id: string, side: Side, work: () => unknown): Trade | Activity {
  return world.database.step(() => {
    const item = get(world, kind, id);
    if (item.withdrawnAt !== null) throw new Refusal(409, 'withdrawn', `This ${kind} was withdrawn`);
    if (statusOf(kind, side, item) !== 'pending' || statusOf(kind, 'counterparty', item) === 'rejected')
      throw new Refusal(409, 'decided', `This ${kind} was decided already`);
    if (side === 'staff' && statusOf(kind, 'counterparty', item) === 'pending')
      throw new Refusal(409, 'counterparty_pending', 'The counterparty decides first');
    work();
    return get(world, kind, id);
  });
}

function acceptAt(world: World, kind: Kind, id: string, side: Side, atMs: number): void {
  const when = side === 'staff' ? 'accepted_at' : 'confirmed_at';
  const item = get(world, kind, id);
  recordingScore(world, item.profileId, `${nameOf(item)} accepted`, atMs, () =>
    world.database.run(
      `update ${kind} set ${columnOf(side)} = 'accepted', ${when} = ?1, updated_at = ?1 where id = ?2`,
      atMs,
      id,
    ),
  );
}

const waiting = `
  select 'trade' as kind, 'counterparty' as side, id, created_at as since from trade
    where counterparty_status = 'pending' and withdrawn_at is null and created_at <= ?1
  union all select 'activity', 'counterparty', id, created_at from activity
    where counterparty_status = 'pending' and withdrawn_at is null and created_at <= ?1
  union all select 'trade', 'staff', id, confirmed_at from trade
    where admin_status = 'pending' and withdrawn_at is null and confirmed_at <= ?1
  union all select 'activity', 'staff', id, confirmed_at from activity
    where admin_status = 'pending' and withdrawn_at is null and confirmed_at <= ?1
  order by since`;

/**
 * Applies automatic approvals that have fallen due, each at its due time, but never earlier than the last
 * change of the settings.
 */
export function catchUp(world: World): void {
  const { acceptAfterSeconds, changedAtMs } = settingsOf(world);
  if (acceptAfterSeconds === null) return;
  const waitMs = acceptAfterSeconds * 1_000;
  const now = world.time.nowMs();
  world.database.step(() => {
    // Two rounds, because a counterparty approval in the first can make the staff approval due.
    for (const _round of ['counterparty', 'staff']) {
      for (const { kind, side, id, since } of world.database.all(waiting, now - waitMs))
        acceptAt(
          world,
          kind as Kind,
          String(id),
          side as Side,
          Math.max(Number(since) + waitMs, changedAtMs),
        );
    }
  });
}
