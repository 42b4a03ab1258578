-- Attempts to buy, by the key that the browser created for each.

-- A repeated key gets the same answer, and the same key with another body is rejected.
create table purchase_request (
  actor         text         not null,
  key           text         not null,
  fingerprint   text         not null,
  order_id      text         not null references shop_order,
  created_at    timestamptz  not null default now(),
  -- The decline that the processor reported before this attempt. Any other one belongs to the attempt itself.
  seen_decline  text,
  primary key (actor, key)
);
create index purchase_request_by_order on purchase_request (order_id, created_at desc);
create index purchase_request_by_age on purchase_request (created_at);

-- Locks a key and reads its attempt in one round trip. The query sees what the last holder of the lock
-- committed.
create function lock_purchase_request(by_actor text, under_key text)
  returns table (fingerprint text, order_id text, created_at timestamptz) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('purchase:%s:%s', by_actor, under_key), 0));
  return query
    select request.fingerprint, request.order_id, request.created_at
    from purchase_request request where request.actor = by_actor and request.key = under_key;
end $$;
