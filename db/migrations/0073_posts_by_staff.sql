-- A post as staff write it, seen by others or not. What visitors read stands in blog_post alone, and publishing writes it there.
create table post (
  id                  text        primary key,
  slug                text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title               text        not null,
  meta_title          text        not null,
  meta_description    text        not null,
  image_alt           text        not null,
  banner_image        text        not null,
  body                text        not null,
  -- Written by hand; empty where it is the beginning of the body.
  excerpt             text        not null,
  tags                text[]      not null,
  version             integer     not null default 0 check (version >= 0),
  created_at          timestamptz not null,
  changed_at          timestamptz not null,
  changed_by          text        references app_user,
  -- What visitors read of it; null while they read nothing.
  public_id           uuid        unique references blog_post on delete set null,
  -- Its day for readers: it stays when a post is taken away and comes back.
  first_published_at  timestamptz,
  -- What visitors read is older than this.
  has_changes         boolean     not null default true,
  publish_at          timestamptz,
  scheduled_by        text        references app_user check ((publish_at is null) = (scheduled_by is null)),
  -- Why it was not published when its time came, in words for people.
  problem             text        not null default ''
);
create index post_by_change on post (changed_at, id);
create index post_public on post (changed_at, id) where public_id is not null;
create index post_in_work on post (changed_at, id) where public_id is null and publish_at is null;
create index post_scheduled on post (publish_at, id) where publish_at is not null;

-- What a post was, so that it can be so again. What one person saves within ten minutes is one of these, unless it was published.
create table post_revision (
  post_id       text        not null references post on delete cascade,
  version       integer     not null,
  content       jsonb       not null,
  begun_at      timestamptz not null,
  saved_at      timestamptz not null,
  saved_by      text        references app_user,
  -- When visitors were given it.
  published_at  timestamptz,
  primary key (post_id, version)
);

-- Addresses that a post once had: they lead to where it is now.
create table post_redirect (
  slug     text        primary key,
  post_id  text        not null references post on delete cascade,
  made_at  timestamptz not null
);
create index post_redirect_by_post on post_redirect (post_id);

insert into post (id, slug, title, meta_title, meta_description, image_alt, banner_image, body, excerpt, tags, created_at, changed_at, public_id,
  first_published_at, has_changes)
select 'post_' || translate(encode(uuid_send(id), 'base64'), '+/=', '-_'), slug, title, meta_title, meta_description, image_alt, banner_image, body,
  '', tags, published_at, updated_at, id, published_at, false
from blog_post;

insert into post_revision (post_id, version, content, begun_at, saved_at, published_at)
select id, 0, jsonb_build_object('slug', slug, 'title', title, 'metaTitle', meta_title, 'metaDescription', meta_description, 'imageAlt', image_alt,
  'bannerImage', banner_image, 'body', body, 'excerpt', excerpt, 'tags', tags), changed_at, changed_at, changed_at
from post;
