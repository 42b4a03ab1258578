/** The history of one order in chronological order: what a support agent on the phone needs on one screen. */
import { type Cents, cents, formatMoney } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import { eventsOf, type StoryEvent } from './orders/story-store.ts';

export type OrderStory = { head: string[]; events: StoryEvent[] };

/** Returns null when the order does not exist. The result includes its public `number`. */
export async function readOrderStory(db: Database, orderId: string): Promise<OrderStory | null> {
  const order = await db.selectFrom('shop_order').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order === undefined) return null;
  const { rows: items } = await sql<{ name: string; total_cents: number }>`
    select name, total_cents from order_item where order_id = ${orderId} order by position`.execute(db);
  const { rows: invoices } = await sql<{
    number: string | null;
    kind: string;
    status: string;
    amount_cents: number;
    paid_cents: number;
    id: string;
  }>`
    select id, number, kind, status, amount_cents, paid_cents from invoice where order_id = ${orderId} order by created_at`.execute(
    db,
  );
  const { rows: subscriptions } = await sql<{
    id: string;
    name: string;
    status: string;
    paid_until: Date;
    price_cents: number;
    card: string;
    subscription_ref: string | null;
  }>`
    select id, name, status, paid_until, price_cents, subscription_ref, concat_ws(' ', card_brand, card_last4) as card
    from subscription where order_id = ${orderId} order by id`.execute(db);
  const { rows: notes } = await sql<{ number: string; status: string; amount_cents: number; id: string }>`
    select credit_note.number, credit_note.status, credit_note.amount_cents, credit_note.id
    from credit_note join invoice on invoice.id = invoice_id where order_id = ${orderId} order by credit_note.issued_at`.execute(
    db,
  );
  const owner = order.user_id === null ? 'guest' : `account ${order.user_id}`;
  return {
    head: [
      `S-${order.number}  ${order.status}  ${money(order.total_cents)}${order.discount_cents > 0 ? ` after ${money(order.discount_cents)} off` : ''}  ${orderId}`,
      `${order.first_name} ${order.last_name} <${order.email}>, ${order.country}, ${order.phone}  (${owner})`,
      ...items.map((item) => `  ${item.name}  ${money(item.total_cents)}`),
      ...subscriptions.map(
        (subscription) =>
          `subscription ${subscription.name}  ${subscription.status}  ${money(subscription.price_cents)}  paid until ${subscription.paid_until.toISOString().slice(0, 10)}  ${subscription.card}  ${subscription.subscription_ref ?? 'not at the processor'}  ${subscription.id}`,
      ),
      ...invoices.map(
        (invoice) =>
          `${invoice.kind === 'renewal' ? 'renewal ' : ''}invoice ${invoice.number ?? '(draft)'}  ${invoice.status}  ${money(invoice.paid_cents)} of ${money(invoice.amount_cents)} paid  ${invoice.id}`,
      ),
      ...notes.map(
        (note) => `credit note ${note.number}  ${note.status}  ${money(note.amount_cents)}  ${note.id}`,
      ),
    ],
    events: await eventsOf(db, orderId),
  };
}

const money = (amountCents: number): string => formatMoney(cents(amountCents) as Cents);

/** Formats the story for the terminal. User input is quoted as JSON, so it cannot move the cursor. */
export const describeStory = ({ head, events }: OrderStory): string[] => [
  ...head.map(plain),
  '',
  ...events.map((event) =>
    plain(
      `${event.at.toISOString().slice(0, 19).replace('T', ' ')}  ${event.what.padEnd(34)}  ${about(event)}`,
    ),
  ),
];

const about = ({
  subject,
  amount_cents: amount,
  detail,
  actor_id: actor,
  actor_name: name,
}: StoryEvent): string =>
  [subject, amount === null ? null : money(amount), detail, actor === null ? null : `by ${name ?? actor}`]
    .filter(Boolean)
    .join('  ');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach the terminal.
const plain = (line: string): string => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
