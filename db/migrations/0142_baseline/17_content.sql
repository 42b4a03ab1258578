-- The blog: what visitors read, and the posts as staff write them.

-- What visitors read. Publishing writes it: the body as it left the sanitizer, and values computed once for
-- cards.
create table blog_post (
  id                uuid         primary key default gen_random_uuid(),
  slug              text         not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title             text         not null,
  meta_title        text         not null,
  meta_description  text         not null,
  image_alt         text         not null,
  banner_image      text         not null,
  body              text         not null,
  -- Plain text, at most 250 characters and an ellipsis.
  excerpt           text         not null,
  reading_minutes   integer      not null check (reading_minutes > 0),
  tags              text[]       not null,
  published_at      timestamptz  not null,
  updated_at        timestamptz  not null,
  -- The last review. Every publication counts as one, even without changes.
  reviewed_at       timestamptz  not null default now(),
  -- Stored, because a search reads them of every post and computing them takes most of a millisecond.
  words             tsvector     not null generated always as (
                      setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B')
                      || setweight(to_tsvector('english', body), 'C')) stored
);
create index blog_post_newest on blog_post (published_at desc, slug);
create index blog_post_by_word on blog_post using gin (words);
create trigger blog_post_changed after insert or update or delete on blog_post
  for each statement execute function tell_content_changed();

create table post (
  id                  text         primary key,
  slug                text         not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title               text         not null,
  meta_title          text         not null,
  meta_description    text         not null,
  image_alt           text         not null,
  banner_image        text         not null,
  body                text         not null,
  -- Written by hand. Empty: the beginning of the body.
  excerpt             text         not null,
  tags                text[]       not null,
  version             integer      not null default 0 check (version >= 0),
  created_at          timestamptz  not null,
  changed_at          timestamptz  not null,
  changed_by          text         references app_user,
  -- What visitors read of it. Null: nothing.
  public_id           uuid         unique references blog_post on delete set null,
  -- Its date for readers. It stays when a post is withdrawn and published again.
  first_published_at  timestamptz,
  -- Visitors read an older version.
  has_changes         boolean      not null default true,
  publish_at          timestamptz,
  scheduled_by        text         references app_user check ((publish_at is null) = (scheduled_by is null)),
  -- Why a scheduled publication failed, as a sentence for staff.
  problem             text         not null default ''
);
create index post_by_change on post (changed_at, id);
create index post_public on post (changed_at, id) where public_id is not null;
create index post_in_work on post (changed_at, id) where public_id is null and publish_at is null;
create index post_scheduled on post (publish_at, id) where publish_at is not null;

-- Earlier versions, to restore. Saves of one person within ten minutes share one, unless it was published.
create table post_revision (
  post_id       text         not null references post on delete cascade,
  version       integer      not null,
  content       jsonb        not null,
  begun_at      timestamptz  not null,
  saved_at      timestamptz  not null,
  saved_by      text         references app_user,
  published_at  timestamptz,
  primary key (post_id, version)
);

-- Former addresses of a post. They redirect to its current one.
create table post_redirect (
  slug     text         primary key,
  post_id  text         not null references post on delete cascade,
  made_at  timestamptz  not null
);
create index post_redirect_by_post on post_redirect (post_id);
