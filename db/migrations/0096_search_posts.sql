-- Posts are found by the field at the top too: by title, tags, address, and addresses that they once had, drafts as well.
alter table search_entry drop constraint search_entry_kind_check;
alter table search_entry add constraint search_entry_kind_check
  check (kind in ('customer', 'order', 'cart', 'invoice', 'product', 'message', 'post'));

create function search_post(wanted text) returns void language sql as $$
  select search_put('post', post.id, post.id, coalesce(nullif(post.title, ''), 'Without a title'),
    concat_ws(', ', case when publish_at is not null then 'scheduled' when public_id is not null then 'published' else 'draft' end,
      '/blogs/' || post.slug),
    concat_ws(' ', post.title, post.slug, array_to_string(post.tags, ' ')),
    array[post.id, post.slug, '/blogs/' || post.slug]
      || array(select post_redirect.slug from post_redirect where post_redirect.post_id = wanted), post.created_at)
  from post where post.id = wanted
$$;

create function search_post_follows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'post' then perform search_post(new.id); else perform search_post(new.post_id); end if;
  return null;
end $$;
create function search_post_forgets() returns trigger language plpgsql as $$
begin
  delete from search_entry where kind = 'post' and id = old.id;
  return null;
end $$;

create trigger search_begins after insert on post for each row execute function search_post_follows();
create trigger search_follows after update of title, slug, tags, publish_at, public_id on post
  for each row when ((old.title, old.slug, old.tags, old.publish_at, old.public_id)
    is distinct from (new.title, new.slug, new.tags, new.publish_at, new.public_id))
  execute function search_post_follows();
create trigger search_follows after insert on post_redirect for each row execute function search_post_follows();
create trigger search_forgets after delete on post for each row execute function search_post_forgets();

select count(search_post(id)::text) from post;

-- What was uploaded is chosen again from a list, newest first.
create index picture_ready on picture (created_at, id) where state = 'ready';
