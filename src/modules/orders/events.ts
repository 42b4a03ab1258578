/**
 * Dated events of an order beyond its own timestamps, and the email about each. A row is written in the
 * transaction of the change, and the primary key of 0034 makes it and its email unique.
 */
import type { Cents } from '#kernel/money.ts';
import * as mail from '#modules/mail/service.ts';
import { deletedAddress } from '#modules/mail/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

export type OrderEventKind =
  | 'completed'
  | 'canceled'
  | 'refund_started'
  | 'refunded'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost';

export type OrderEvent = {
  orderId: string;
  kind: OrderEventKind;
  /** The refund or dispute that the event concerns, with its amount. */
  about?: { subject: string; amount: Cents };
  now: Date;
};

/**
 * Records the event, and queues its email unless that was queued before. A null `draft` sends none. The
 * caller must lock the order. A deleted account has no address left.
 */
export async function record(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'clock'>,
  event: OrderEvent,
  draft: mail.EmailDraft | null,
): Promise<void> {
  const { orderId, kind, about, now } = event;
  const key = { order_id: orderId, kind, subject: about?.subject ?? '' };
  await tx
    .insertInto('order_event')
    .values({ ...key, amount_cents: about?.amount ?? null, at: now })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'subject']).doNothing())
    .execute();
  if (draft === null || draft.to === deletedAddress || (await isEmailed(tx, event))) return;
  const mailId = await mail.queue(tx, deps, draft);
  await tx
    .updateTable('order_event')
    .set({ mail_id: mailId })
    .where((eb) => eb.and(key))
    .execute();
}

type Key = Pick<OrderEvent, 'orderId' | 'kind' | 'about'>;

export const hasEvent = async (tx: Tx, key: Key): Promise<boolean> => (await find(tx, key)) !== undefined;

/** Whether the email about the event was queued. */
export const isEmailed = async (tx: Tx, key: Key): Promise<boolean> =>
  ((await find(tx, key))?.mail_id ?? null) !== null;

const find = (tx: Tx, { orderId, kind, about }: Key) =>
  tx
    .selectFrom('order_event')
    .select('mail_id')
    .where((eb) => eb.and({ order_id: orderId, kind, subject: about?.subject ?? '' }))
    .executeTakeFirst();
