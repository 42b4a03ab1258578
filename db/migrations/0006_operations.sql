-- How often a client has asked within a minute, for all processes together. Rows live for a minute; a process removes them later.
create table rate_limit (
  key      text        primary key,
  hits     integer     not null,
  ends_at  timestamptz not null
);
create index rate_limit_ended on rate_limit (ends_at);

-- Operators watch the age of the oldest letter that has not left.
create index mail_unsent on mail (created_at) where sent_at is null;
