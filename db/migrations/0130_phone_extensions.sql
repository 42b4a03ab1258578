-- compatible
-- A phone number may end in an extension (`+17804595656 ext. 725`). Search finds it by the number alone.
-- allowed: numbers without an extension have the digits that they had
create or replace function search_digits(given text) returns text language sql immutable as
  $$ select regexp_replace(split_part(coalesce(given, ''), ' ext. ', 1), '[^0-9]', '', 'g') $$;
