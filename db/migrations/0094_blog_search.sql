-- What visitors search a post for: its title first, then its beginning, then the rest. Elements of HTML are no words.
create function post_words(title text, excerpt text, body text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B') ||
    setweight(to_tsvector('english', body), 'C')
$$;
create index blog_post_words on blog_post using gin (post_words(title, excerpt, body));
