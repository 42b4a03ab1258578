-- When somebody last read a post through and found it right: with each publication, also one that changes nothing.
alter table blog_post add column reviewed_at timestamptz;
update blog_post set reviewed_at = updated_at;
alter table blog_post alter column reviewed_at set not null;
