-- compatible
-- A cart that its owner deleted answers 404 to everyone. `lost` alone does not say so: a cart also becomes lost when it is left alone.
alter table cart add column deleted_at timestamptz;
