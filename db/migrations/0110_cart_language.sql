-- compatible
-- The language of the page on which a cart was filled last: emails about it are in that. Null: an English page, or nobody said; then that of the
-- account whose address it is counts.
alter table cart add column language text;
alter table cart add constraint cart_language_check check (language in ('es', 'ar')) not valid;
