/**
 * The dated events of an order beside its own timestamps, and the email about each. A row is written in the transaction that changed
 * something, and the primary key of 0034 makes it, and its email, happen once.
 */
import type { Cents } from '#kernel/money.ts';
import * as mail from '#modules/mail/service.ts';
import { nobodysAddress } from '#modules/mail/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';

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
  /** The refund or the dispute that it is about, with its amount. */
  about?: { subject: string; amount: Cents };
  now: Date;
};

/**
 * Remembers the event, and queues its email unless that was queued before. `draft` null: nobody is told now. Lock the order first. An
 * account that was deleted has no address any more.
 */
export async function record(tx: Tx, deps: Pick<Deps, 'jobs' | 'clock'>, event: OrderEvent, draft: mail.EmailDraft | null): Promise<void> {
  const { orderId, kind, about, now } = event;
  const key = { order_id: orderId, kind, subject: about?.subject ?? '' };
  await tx
    .insertInto('order_event')
    .values({ ...key, amount_cents: about?.amount ?? null, at: now })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'subject']).doNothing())
    .execute();
  if (draft === null || draft.to === nobodysAddress || (await isTold(tx, event))) return;
  const mailId = await mail.queue(tx, deps, draft);
  await tx
    .updateTable('order_event')
    .set({ mail_id: mailId })
    .where((eb) => eb.and(key))
    .execute();
}

type Key = Pick<OrderEvent, 'orderId' | 'kind' | 'about'>;

export const isKnown = async (tx: Tx, key: Key): Promise<boolean> => (await find(tx, key)) !== undefined;

/** The email about it was queued. */
export const isTold = async (tx: Tx, key: Key): Promise<boolean> => ((await find(tx, key))?.mail_id ?? null) !== null;

const find = (tx: Tx, { orderId, kind, about }: Key) =>
  tx
    .selectFrom('order_event')
    .select('mail_id')
    .where((eb) => eb.and({ order_id: orderId, kind, subject: about?.subject ?? '' }))
    .executeTakeFirst();
