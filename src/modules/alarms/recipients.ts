/** Recipients of alarms besides the console. Every change is audited. */
import { alarmRecipientsAtMost } from '#contract/admin/health.ts';
import type * as contract from '#contract/admin/health.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './recipient-store.ts';

type Wire = Handled<typeof contract.staffAddAlarmRecipient>;

export const listRecipients = async (db: Database): Promise<{ recipients: Wire[] }> => ({
  recipients: (await store.list(db)).map(toWire),
});

/** Throws `alarm_recipient_exists` and `alarm_recipient_limit`. */
export const addRecipient = (
  { db, ...deps }: Deps,
  caller: Person,
  { kind, address }: Received<typeof contract.staffAddAlarmRecipient>['body'],
): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    await store.lockList(tx);
    if ((await store.list(tx)).length >= alarmRecipientsAtMost)
      throw new DomainError('alarm_recipient_limit');
    const id = freshId('alr');
    const isNew = await store.add(tx, { id, kind, address, by: caller.userId, at: deps.clock.now() });
    if (!isNew) throw new DomainError('alarm_recipient_exists');
    await audit.record(tx, deps, {
      ...audit.byStaff(caller.userId),
      action: 'alarm_recipient_added',
      object: id,
      after: { kind, address: shown({ kind, address }) },
    });
    return read(tx, id);
  });

/** Throws `not_found`. */
export const removeRecipient = ({ db, ...deps }: Deps, caller: Person, id: string): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const { kind, address } = await read(tx, id);
    await store.remove(tx, id);
    await audit.record(tx, deps, {
      ...audit.byStaff(caller.userId),
      action: 'alarm_recipient_removed',
      object: id,
      before: { kind, address },
    });
    return { id };
  });

/** Sends a test immediately. Throws `not_found`. */
export const tryRecipient = ({ db, ...deps }: Deps, caller: Person, id: string): Promise<Wire> =>
  db.transaction().execute(async (tx) => {
    await read(tx, id);
    const detail = 'This is a test. A member of the team checked whether alarms arrive here.';
    const notice = {
      id: freshId('aln'),
      recipientId: id,
      kind: 'try',
      subject: id,
      detail,
      rungAt: deps.clock.now(),
    };
    await store.insertNotice(tx, notice);
    await deps.jobs.enqueue(tx, 'tell-alarms', {});
    await audit.record(tx, deps, {
      ...audit.byStaff(caller.userId),
      action: 'alarm_recipient_tried',
      object: id,
    });
    return read(tx, id);
  });

async function read(tx: Tx, id: string): Promise<Wire> {
  const recipient = await store.find(tx, id);
  if (recipient === null) throw new DomainError('not_found');
  return toWire(recipient);
}

/**
 * A webhook address is a secret that allows posting, so only enough of it is shown and logged to identify it.
 */
const shown = ({ kind, address }: Pick<store.Recipient, 'kind' | 'address'>): string =>
  kind === 'email' ? address : `${new URL(address).origin}/…${address.slice(-4)}`;

const toWire = ({ addedAt, lastToldAt, ...recipient }: store.Recipient): Wire => ({
  ...recipient,
  address: shown(recipient),
  addedAt: addedAt.toISOString(),
  lastToldAt: lastToldAt?.toISOString() ?? null,
});
