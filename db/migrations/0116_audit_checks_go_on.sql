-- compatible
-- A check of the audit log goes on from the one before. What that one found is sealed, so that nobody who may write here moves the place from
-- which the next one goes on. Checks of before went through everything, and are no place to go on from.
alter table audit_check
  add column is_whole boolean not null default true,
  add column position bigint,
  add column seal text;
