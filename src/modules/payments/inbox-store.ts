/**
 * SQL for the webhook inbox: each event once, without client secrets, whether it was delivered or fetched.
 */
import type { PaymentAttempt, WebhookEvent } from '#ports/payment-gateway.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import * as attempts from './attempt-store.ts';

/** What remains to be done for a stored event. `known`: a duplicate, because the processor repeats itself. */
export type Reception = 'to_do' | 'nothing_to_do' | 'known';

/**
 * Stores an event as received. An unrelated event is stored as done. So is one about a payment that has
 * succeeded: the buyer's return is often faster than the webhook, and such a payment never changes.
 */
export async function receiveEvent(
  db: Database | Tx,
  event: WebhookEvent,
  payload: string,
): Promise<Reception> {
  const isDone =
    event.about === 'payment'
      ? sql<Date>`(select now() where exists (select from payment where intent_ref = ${event.objectRef} and status = 'succeeded'))`
      : event.about === 'other'
        ? sql<Date>`now()`
        : null;
  const stored = await db
    .insertInto('webhook_inbox')
    .values({ ...toRow(event, payload), done_at: isDone })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('done_at')
    .executeTakeFirst();
  if (!stored) return 'known';
  return stored.done_at === null ? 'to_do' : 'nothing_to_do';
}

/**
 * Stores an event about a payment that has succeeded, as done, with its attempt. Returns false and stores
 * nothing for any other payment or a known event.
 */
export async function receiveSettled(
  db: Database,
  event: WebhookEvent,
  payload: string,
  settled: { paymentId: string; attempt: PaymentAttempt },
): Promise<boolean> {
  const row = toRow(event, payload);
  const stored = await db
    .with('tried', (query) => attempts.writing(query, settled.paymentId, settled.attempt))
    .insertInto('webhook_inbox')
    .columns([...(Object.keys(row) as (keyof typeof row)[]), 'done_at'])
    .expression((eb) =>
      eb
        .selectFrom('payment')
        .select([
          ...Object.entries(row).map(([name, value]) => sql`${value}`.as(name)),
          sql`now()`.as('done_at'),
        ])
        .where('payment.intent_ref', '=', event.objectRef)
        .where('payment.status', '=', 'succeeded'),
    )
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n;
}

const toRow = (event: WebhookEvent, payload: string) => ({
  event_id: event.eventId,
  type: event.type,
  about: event.about,
  object_ref: event.objectRef,
  intent_ref: event.intentRef,
  api_version: event.apiVersion,
  event_created: event.occurredAt,
  payload: withoutClientSecrets(payload),
});

/** Removes client secrets, which could complete a payment, because stored events are read by staff. */
const withoutClientSecrets = (payload: string): string =>
  payload.replace(/("client_secret"\s*:\s*)"[^"]*"/g, '$1null');

/** Also returns our payment that the event concerns. */
export const findEvent = (db: Database, eventId: string) =>
  db
    .selectFrom('webhook_inbox')
    .leftJoin('payment', 'payment.intent_ref', 'webhook_inbox.object_ref')
    .select([
      'event_id',
      'type',
      'about',
      'object_ref',
      'webhook_inbox.intent_ref',
      'received_at',
      'done_at',
      'payload',
      'payment.status as payment_status',
      'payment.id as payment_id',
      'payment.order_id as payment_order_id',
    ])
    .where('event_id', '=', eventId)
    .executeTakeFirst();

/**
 * Condition on an event: it is about a card setup that we do not have, for example because the account was
 * closed.
 */
const isOrphaned = sql`about = 'setup' and not exists (select from card_setup where setup_ref = object_ref)
  and not exists (select from subscription_card_setup where setup_ref = object_ref)`;

/**
 * Erases the payload of such an unrelated event immediately, because a later erasure request could not find
 * it.
 */
export async function finishEvent(db: Database, eventId: string): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ done_at: sql<Date>`now()`, error: null, attempts: sql<number>`attempts + 1` })
    .set({ payload: sql<string>`case when ${isOrphaned} then '' else payload end` })
    .where('event_id', '=', eventId)
    .execute();
}

export async function failEvent(db: Database, eventId: string, error: string): Promise<void> {
  await db
    .updateTable('webhook_inbox')
    .set({ error, attempts: sql<number>`attempts + 1` })
    .where('event_id', '=', eventId)
    .execute();
}

/** Unfinished events from before `before`: something keeps failing. */
export const stuckEvents = (db: Database, before: Date) =>
  db
    .selectFrom('webhook_inbox')
    .select(['event_id', 'type', 'error'])
    .where('done_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('attempts')
    .orderBy('received_at')
    .limit(100)
    .execute();
