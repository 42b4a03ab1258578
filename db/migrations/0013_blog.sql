-- The blog. A body is stored as it left the sanitiser; what cards and the reading time need is counted once, when a post is written.
create table blog_post (
  id                uuid        primary key default gen_random_uuid(),
  slug              text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title             text        not null,
  meta_title        text        not null,
  meta_description  text        not null,
  image_alt         text        not null,
  banner_image      text        not null,
  body              text        not null,
  excerpt           text        not null,                    -- plain text, at most 250 characters and an ellipsis
  reading_minutes   integer     not null check (reading_minutes > 0),
  tags              text[]      not null,
  published_at      timestamptz not null,
  updated_at        timestamptz not null
);
create index blog_post_newest on blog_post (published_at desc, slug);
