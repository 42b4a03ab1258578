/** Manual damage to bureau reports, each with the invariant that must detect it. */
import { sql } from 'kysely';
import { type Damage, steps } from './credit.ts';

/** The order's buyer, who connected and consented three days ago. */
const connected = (orderId: string) => [
  sql`
    insert into bureau_connection (id, user_id, bureau_user_id, profile_id, key_sealed, state, connected_at, next_score_at)
    select 'con_x', user_id, 'x', 'x', 'v1', 'connected', now() - interval '9 days', now() from shop_order where id = ${orderId}`,
  sql`
    insert into reporting_consent (user_id, agreed_at) select user_id, now() - interval '9 days' from shop_order where id = ${orderId}`,
];
const item = (orderId: string, state: string) => sql`
  insert into reporting_item (id, user_id, fact, kind, trade, order_id, amount_cents, happened_at, created_at, changed_at, state)
  select 'rep_x', user_id, 'order:' || id, 'purchase', 'order:' || id, id, 100, now(), now(), now(), ${state} from shop_order where id = ${orderId}`;
const report = sql`
  insert into bureau_report (id, connection_id, profile_id, kind, trade, fields, recorded_at) values ('brp_x', 'con_x', 'x', 'trade', 'x', '{}', now())`;

export const damagesOfReporting: [string, string, (orderId: string) => Damage][] = [
  [
    'a purchase marked accepted but never sent',
    'I16 what counts as reported was sent, and the reverse',
    (orderId) => steps(...connected(orderId), item(orderId, 'accepted')),
  ],
  [
    'a report after its consent was withdrawn',
    'I16 reports are sent only for customers who consented',
    (orderId) =>
      steps(
        ...connected(orderId),
        sql`update reporting_consent set withdrawn_at = now() - interval '1 day'`,
        report,
      ),
  ],
  [
    'an unqueued purchase',
    'I16 a purchase of a connected customer is queued, reported, or has a reason',
    (orderId) =>
      steps(
        ...connected(orderId),
        sql`update invoice set paid_at = now() - interval '3 days' where order_id = ${orderId}`,
      ),
  ],
];
