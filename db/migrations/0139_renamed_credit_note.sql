-- compatible
-- Version 1.0.0 renames the part of the profile that explains the credit limit. An operator's replacement of the email's note that names
-- it follows.
-- allowed: staff edit emails by hand, so there are tens of rows
with renamed (before, after) as (values
  ('“Why is my limit this?” in your profile shows every change.',
    '“How your limit is set” in your profile shows every change.')
)
update email_words set texts = (
  select jsonb_object_agg(coalesce(renamed.after, part.key), part.value)
  from jsonb_each(texts) part left join renamed on renamed.before = part.key
)
where texts ?| (select array_agg(before) from renamed);
