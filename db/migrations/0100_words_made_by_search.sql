-- contract after 0099
-- What a search used before words were stored.
drop index blog_post_words;
drop function post_words(text, text, text);
