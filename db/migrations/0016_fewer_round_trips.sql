-- Two steps that always follow each other, as one question to the server. Each statement of such a function sees what was committed
-- before it began, so what is read after the lock is what the last holder of the lock left behind.
create function lock_audit_chain(chain bigint) returns text language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(chain);
  return (select hash from audit_log order by id desc limit 1);
end $$;

create function lock_purchase_request(by_actor text, under_key text)
  returns table (fingerprint text, order_id text, created_at timestamptz) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(format('purchase:%s:%s', by_actor, under_key), 0));
  return query
    select request.fingerprint, request.order_id, request.created_at
    from purchase_request request where request.actor = by_actor and request.key = under_key;
end $$;
