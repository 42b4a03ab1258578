-- compatible
-- The same terms as before, at a quarter of the cost, twice in each purchase: what is given is folded once and not term by term, and words are
-- taken apart only where some of them are not written in ASCII.
-- allowed: it answers the same terms, only sooner
create or replace function search_exact(given text[], words text) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct term), '{}') from (
    select trim(one) as term from unnest(string_to_array(search_fold(array_to_string(given, E'\x1f')), E'\x1f')) as one
    union all
    select one from regexp_split_to_table(case when words ~ '[^\x01-\x7f]' then words else '' end, '[[:space:],.;:()"/]+') as one
      where one ~ '[^\x01-\x7f]') as terms
  where term <> ''
$$;
