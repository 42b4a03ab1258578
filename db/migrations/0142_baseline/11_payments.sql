-- Payments, refunds, disputes, saved cards, and the processor's webhooks. Unique indexes enforce the
-- invariants: one open payment per invoice, one refund per request.

-- A request to create a customer at the processor. Frozen before the first call, cleared after the answer,
-- which is app_user.customer_ref.
create table customer_request (
  user_id     text         primary key references app_user,
  request     jsonb,
  generation  integer      not null default 1 check (generation > 0),
  keyed_at    timestamptz  not null
);
create index customer_request_open on customer_request (user_id) where request is not null;

-- One attempt to save a card. `attempt` is the browser's key: a repeated key is the same attempt.
create table card_setup (
  id            text         primary key,
  user_id       text         not null references app_user,
  attempt       text,
  holder_name   text         not null,
  customer_ref  text         not null,
  setup_ref     text         unique,
  status        text         not null check (status in ('creating', 'open', 'succeeded', 'canceled')),
  created_at    timestamptz  not null,
  unique (user_id, attempt)
);
create index card_setup_by_age on card_setup (created_at);
create index card_setup_lost on card_setup (id) where status <> 'creating' and setup_ref is null;

-- A payment pays an invoice. Several may succeed for one; the invoice limits their sum.
create table payment (
  id               text         primary key,
  order_id         text         not null,
  status           text         not null check (status in (
                     'creating', 'open', 'requires_action', 'processing', 'succeeded', 'canceled', 'duplicate',
                     'review')),
  -- A partial payment made at the processor may be less than a card can pay.
  amount_cents     integer      not null check (amount_cents > 0),
  currency         text         not null default 'usd' check (currency = 'usd'),
  intent_ref       text,
  request          jsonb        not null,
  decline_message  text,
  review_reason    text,
  created_at       timestamptz  not null default now(),
  updated_at       timestamptz  not null default now(),
  succeeded_at     timestamptz,
  -- What arrived, where it differs from what was requested.
  received_cents   integer      check (received_cents >= 0),
  invoice_id       text         not null references invoice,
  -- Printed on the invoice.
  card_brand       text,
  card_last4       text         check (card_last4 ~ '^[0-9]{4}$'),
  -- The trace of the purchase. Webhooks and the receipt join it.
  traceparent      text,
  foreign key (invoice_id, order_id) references invoice (id, order_id)
);
create unique index payment_intent on payment (intent_ref) where intent_ref is not null;
create unique index payment_one_open_per_invoice on payment (invoice_id)
  where status in ('creating', 'open', 'requires_action', 'processing');
create index payment_by_order on payment (order_id);
create index payment_by_invoice on payment (invoice_id);
create index payment_by_card on payment (card_last4, created_at desc) where card_last4 is not null;
create index payment_unsettled on payment (updated_at)
  where status in ('creating', 'open', 'requires_action', 'processing');
create index payment_succeeded on payment (succeeded_at);
create index payment_changed on payment (updated_at);
create index payment_in_review on payment (created_at) where status = 'review';
create index payment_unneeded on payment (id) where status in ('duplicate', 'review');
create index payment_overpaid on payment (succeeded_at) where received_cents > amount_cents;

-- Every attempt to move money, as reported by the processor. Support uses it to explain a decline.
create table payment_attempt (
  payment_id      text         not null references payment,
  -- The processor's id: a charge, or the report of an attempt that never reached the bank.
  attempt_ref     text         not null,
  at              timestamptz  not null,
  outcome         text         not null check (
                    outcome in ('succeeded', 'declined', 'authentication_failed', 'failed')),
  decline_code    text,
  bank_message    text,
  three_d_secure  text,
  request_ref     text,
  primary key (payment_id, attempt_ref)
);
create index payment_attempt_by_ref on payment_attempt (attempt_ref);

create table refund (
  id              text         primary key,
  payment_id      text         not null references payment,
  amount_cents    integer      not null check (amount_cents > 0),
  reason          text         not null check (reason in ('duplicate', 'requested', 'processor')),
  state           text         not null check (state in ('creating', 'pending', 'succeeded', 'failed')),
  refund_ref      text         unique,
  created_at      timestamptz  not null default now(),
  updated_at      timestamptz  not null default now(),
  -- Identifies one press of the button by staff: the same press is one refund.
  request_key     text,
  -- The idempotency key is renewed once it is proven that the former one created nothing.
  key_generation  integer      not null default 1,
  keyed_at        timestamptz  not null default now(),
  -- Null: no person requested it.
  requested_by    text         references app_user,
  -- Staff chose not to email the customer.
  is_silent       boolean      not null default false
);
create unique index refund_one_per_duplicate on refund (payment_id) where reason = 'duplicate';
create unique index refund_one_per_request on refund (payment_id, request_key) where request_key is not null;
create index refund_by_payment on refund (payment_id);
create index refund_by_staff on refund (requested_by) where requested_by is not null;
create index refund_by_age on refund (created_at, id);
create index refund_by_state on refund (state, created_at, id);
create index refund_changed on refund (updated_at);
create index refund_undecided on refund (created_at) where state in ('creating', 'pending');
alter table credit_note add foreign key (refund_id) references refund;

create table dispute (
  dispute_ref   text         primary key,
  payment_id    text         not null references payment,
  amount_cents  integer      not null check (amount_cents > 0),
  status        text         not null,
  reason        text         not null,
  withdrawn     boolean      not null,
  closed        boolean      not null,
  created_at    timestamptz  not null default now(),
  updated_at    timestamptz  not null default now(),
  -- The bank's deadline for our answer. Null: unknown. Open disputes are read again once a day.
  answer_by     timestamptz,
  -- Sorts disputes without a deadline last.
  answer_order  timestamptz  not null generated always as (coalesce(answer_by, 'infinity')) stored
);
create index dispute_by_payment on dispute (payment_id);
create index dispute_by_age on dispute (created_at, dispute_ref);
create index dispute_by_deadline on dispute (closed, answer_order, dispute_ref);
create index dispute_open on dispute (created_at) where not closed;
create index dispute_changed on dispute (updated_at);

-- Keeps shop_order.after_sale. A payment of a renewal says nothing about the order that sold the
-- subscription.
create function after_sale_of(wanted text) returns text language sql stable as $$
  select case
    when exists (
      select from dispute join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
      where payment.order_id = wanted and withdrawn and invoice.kind <> 'renewal') then 'disputed'
    else (
      select case
        when refunded > 0 and refunded >= shop_order.total_cents then 'refunded'
        when exists (select from order_cancellation where order_id = wanted) then 'canceled'
        when refunded = 0 then 'none'
        else 'partially_refunded' end
      from shop_order, lateral (
        select coalesce(sum(refund.amount_cents), 0) as refunded
        from refund join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
        where payment.order_id = wanted and refund.reason <> 'duplicate' and refund.state <> 'failed'
          and payment.status = 'succeeded' and invoice.kind <> 'renewal') as given
      where shop_order.id = wanted)
  end
$$;

create function renew_after_sale() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name in ('payment', 'order_cancellation') then wanted := new.order_id;
  else select order_id into wanted from payment where id = new.payment_id;
  end if;
  update shop_order set after_sale = after_sale_of(wanted)
    where id = wanted and after_sale <> after_sale_of(wanted);
  return null;
end $$;
-- The code locks the order first, so two of these never see half of each other.
create trigger refund_renews_order after insert or update of state, amount_cents on refund
  for each row execute function renew_after_sale();
create trigger dispute_renews_order after insert or update of withdrawn on dispute
  for each row execute function renew_after_sale();
create trigger payment_renews_order after update of status on payment
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded'))
  execute function renew_after_sale();
create trigger cancellation_renews_order after insert on order_cancellation
  for each row execute function renew_after_sale();

-- The processor's events. The payload is stored as the text that was signed.
create table webhook_inbox (
  event_id       text         primary key,
  type           text         not null,
  object_ref     text         not null,
  intent_ref     text,
  api_version    text,
  event_created  timestamptz  not null,
  payload        text         not null,
  received_at    timestamptz  not null default now(),
  attempts       integer      not null default 0,
  done_at        timestamptz,
  error          text,
  about          text         not null default 'payment' check (about in (
                   'payment', 'refund', 'dispute', 'setup', 'subscription', 'invoice', 'other'))
);
create index webhook_inbox_by_intent on webhook_inbox (intent_ref) where intent_ref is not null;
create index webhook_inbox_by_object on webhook_inbox (object_ref);
create index webhook_inbox_by_age on webhook_inbox (received_at);
create index webhook_inbox_undone on webhook_inbox (received_at) where done_at is null;
create index webhook_inbox_done on webhook_inbox (done_at) where payload <> '';

-- What the processor kept, by line of its balance: for payments, disputes, and its own services.
create table processor_fee (
  fee_ref       text         primary key,
  -- Below zero where a fee was returned.
  amount_cents  integer      not null check (amount_cents <> 0),
  taken_at      timestamptz  not null
);
create index processor_fee_by_time on processor_fee (taken_at);

-- The last comparison with the processor, of each kind.
create table comparison (
  kind         text         primary key check (kind in ('charges', 'subscriptions', 'credit_invoices')),
  -- Staff requested another one. It is running until `ended_at` is later.
  asked_at     timestamptz,
  ended_at     timestamptz,
  compared     integer      not null default 0,
  repaired     integer      not null default 0,
  failed       integer      not null default 0,
  differences  jsonb        not null default '[]'
);
