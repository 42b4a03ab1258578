-- Letters, written in the transaction that decided them and sent by a job. message_id stays the same over retries.
create table mail (
  id          text primary key,
  kind        text not null,
  order_id    text references shop_order,
  to_address  text not null,
  subject     text not null,
  text        text not null,
  html        text not null,
  created_at  timestamptz not null default now(),
  sent_at     timestamptz
);
