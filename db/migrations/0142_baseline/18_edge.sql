-- What a CDN in front of the shop has to purge, by surrogate key.

-- Rows are only added, so two people who publish at the same time do not wait for each other. Without a CDN,
-- a clean-up removes them.
create table edge_purge (
  id         bigint       generated always as identity primary key,
  key        text         not null check (key in ('pages', 'products', 'posts', 'files')),
  made_at    timestamptz  not null default now(),
  -- Purged once. It is purged again a moment later, because a process may have answered with the old page in
  -- between.
  purged_at  timestamptz
);
create index edge_purge_by_age on edge_purge (made_at, id);

create function note_edge_purge() returns trigger language plpgsql as $$
begin
  insert into edge_purge (key) values (tg_argv[0]);
  return null;
end $$;
create trigger product_at_edge after insert or update or delete on product
  for each statement execute function note_edge_purge('products');
create trigger product_benefit_at_edge after insert or update or delete on product_benefit
  for each statement execute function note_edge_purge('products');
create trigger blog_post_at_edge after insert or update or delete on blog_post
  for each statement execute function note_edge_purge('posts');
create trigger setting_at_edge after insert on setting
  for each statement execute function note_edge_purge('pages');
