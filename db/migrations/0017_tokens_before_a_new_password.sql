-- A session stays when its owner sets a new password, but no token of it that was handed out before: a copy of one would otherwise live on.
alter table session add column first_generation integer not null default 0;
alter table session add constraint session_first_generation_check check (first_generation between 0 and generation);
