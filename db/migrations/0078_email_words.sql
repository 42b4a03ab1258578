-- What the operator has emails say in place of our texts, by kind of email. The highest version counts, and all of them are kept: going back is a
-- version more. Keys of `texts` are our own texts.
create table email_words (
  kind     text        not null,
  version  integer     not null check (version > 0),
  texts    jsonb       not null check (jsonb_typeof(texts) = 'object'),
  made_at  timestamptz not null,
  made_by  text        not null references app_user,
  primary key (kind, version)
);
