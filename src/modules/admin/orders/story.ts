/** The history of an order as the console shows it. */
import type * as contract from '#contract/admin/orders.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import type { Database } from '#platform/database.ts';
import { eventsOf, type StoryEvent } from './story-store.ts';

type Story = Handled<typeof contract.staffReadOrderStory>;

/** Newest first. Throws `order_not_found`. */
export async function readStory(db: Database, orderId: string): Promise<Story> {
  if ((await orders.find(db, orderId)) === null) throw new DomainError('order_not_found');
  const events = await eventsOf(db, orderId);
  return { moments: events.map(toMoment).toReversed() };
}

function toMoment(event: StoryEvent): Story['moments'][number] {
  const {
    at,
    kind,
    what,
    detail,
    tone,
    amount_cents: amount,
    subject,
    actor_id: actor,
    actor_name: name,
  } = event;
  return {
    key: [at.toISOString(), kind, what, subject].join(' '),
    at: at.toISOString(),
    kind,
    title: titleOf(kind, what),
    detail,
    tone,
    amount: amount === null ? null : cents(amount),
    by: actor === null ? null : { id: actor, name: name ?? actor },
    subject,
  };
}

/** Terms of the processor and the audit log are shown unchanged. */
function titleOf(kind: StoryEvent['kind'], what: string): string {
  const words = kind === 'webhook' ? what : what.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
