-- compatible
-- The words of each post are stored: a search asks every post for them, and making them takes most of a millisecond each.
-- allowed: a blog has tens of posts, so they are written anew within milliseconds
alter table blog_post add column words tsvector not null generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B') || setweight(to_tsvector('english', body), 'C')
) stored;
-- allowed: a blog has tens of posts
create index blog_post_by_word on blog_post using gin (words);
-- A post that is published without a day of review was reviewed when it was published.
alter table blog_post alter column reviewed_at set default now();

-- When the processor last did not answer one of the processes.
create table processor_trouble (
  id  smallint     primary key check (id = 1),
  at  timestamptz  not null
);
