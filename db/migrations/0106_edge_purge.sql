-- compatible
-- What a cache in front of the shop has to forget, by the keys of record 0067. Rows are only added, never changed by whoever publishes: two people
-- who publish at one time do not wait for each other. Where there is no such cache they are cleaned up.
create table edge_purge (
  id         bigint      generated always as identity primary key,
  key        text        not null check (key in ('pages', 'products', 'posts', 'files')),
  made_at    timestamptz not null default now(),
  -- Forgotten once; a moment later it is told again, because a process may have answered with the page of before in between.
  purged_at  timestamptz
);
create index edge_purge_by_age on edge_purge (made_at, id);

create function note_edge_purge() returns trigger language plpgsql as $$
begin
  insert into edge_purge (key) values (tg_argv[0]);
  return null;
end $$;
-- allowed: it adds one row to a table that no version before reads
create trigger product_at_edge after insert or update or delete on product for each statement execute function note_edge_purge('products');
-- allowed: the same
create trigger product_benefit_at_edge after insert or update or delete on product_benefit
  for each statement execute function note_edge_purge('products');
-- allowed: the same
create trigger blog_post_at_edge after insert or update or delete on blog_post for each statement execute function note_edge_purge('posts');
-- allowed: the same
create trigger setting_at_edge after insert on setting for each statement execute function note_edge_purge('pages');

-- allowed: the version before raises the kinds of before
alter table alarm drop constraint alarm_kind_check;
-- allowed: each kind of before is in the list, and alarms are few
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable', 'order_overdue', 'subscription_stuck', 'two_subscriptions', 'renewal_amount', 'credit_invoice',
   'report_refused', 'report_disputed', 'bureau_key_lost', 'edge_purge'));
