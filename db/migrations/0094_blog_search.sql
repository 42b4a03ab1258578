-- What visitors search a post for: its title first, then its beginning, then the rest. Elements of HTML are no words. Stored, because a search
-- asks every post for them, and making them takes most of a millisecond each.
alter table blog_post add column words tsvector not null generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B') || setweight(to_tsvector('english', body), 'C')
) stored;
create index blog_post_words on blog_post using gin (words);
