-- compatible
-- Version 1.0.0 rewords texts of our services and of the home page. The English text is the key of its translations, so a stored copy of the
-- earlier text would show as English on Spanish and Arabic pages. Text that staff wrote is not equal to one of these and stays.
create function pg_temp.reworded(value jsonb) returns jsonb language plpgsql as $$
declare
  pair record;
begin
  for pair in select * from (values
    ('You choose whether to continue with ours at $119 per year or to name another. Nothing renews by itself.',
      'You choose whether to continue with ours at $119 per year or to name another. Nothing renews automatically.'),
    ('You see every line of the papers before they leave.',
      'You see every line of the papers before we file them.'),
    ('You need not send anything twice.',
      'You do not need to send anything twice.'),
    ('Nobody can tell. The plan states its assumptions, and sales depend on many things outside it.',
      'We cannot predict that. The plan states its assumptions, and sales depend on many things outside it.'),
    ('The post office asks for it before anybody may open your mail.',
      'The post office requires it before anyone else may open your mail.'),
    ('You receive it in the form in which you should write it.',
      'You receive it exactly as you should write it.'),
    ('Follow-up with the IRS until the number is there',
      'Follow-up with the IRS until the number is issued'),
    ('Not by paying. The IRS sets the pace, and nobody can buy a place ahead. A complete form without mistakes is the fastest way.',
      'Not for a fee. The IRS sets the pace, and no one can pay to go faster. A complete form without mistakes is the fastest way.'),
    ('Once the EIN is there, a complete file for the bank.',
      'Once you have the EIN, a complete file for the bank.'),
    ('An answer first: whether you can apply, and on which ground',
      'An answer first: whether you can apply, and on what grounds'),
    ('Every line shown to you before it leaves',
      'Every line shown to you before we file'),
    ('Reports by the 15th, if your statements are there by the 5th',
      'Reports by the 15th, if we have your statements by the 5th'),
    ('The finished logo belongs to you. We draw each one new, without stock parts.',
      'The finished logo belongs to you. We draw each one from scratch, without stock parts.'),
    ('Which visa and which forms fit is legal advice: an independent US immigration attorney gives it, whose fee is separate.',
      'Choosing the right visa and forms is legal advice. You get it from an independent US immigration attorney, for a separate fee.'),
    ('We remind you by email 60, 30 and 7 days before the yearly date of your state. To file its report is your duty or a separate order.',
      'We remind you by email 60, 30 and 7 days before the yearly date of your state. You file the report yourself or order the filing separately.'),
    ('You receive a profit and loss report and a balance sheet by the 15th of the next month, if your statements are there by the 5th.',
      'You receive a profit and loss report and a balance sheet by the 15th of the next month, if we have your statements by the 5th.'),
    ('Who collects your money',
      'Who charges your card'),
    ('Everything, if we have not started or cannot do the work. After that, the price minus the work done and the fees we paid for you.',
      'Everything, if the work has not started or we cannot do it. After that, the price minus the work done and the fees we paid for you.'),
    ('Which visa and which forms fit you is legal advice. It comes from an independent US immigration attorney whom you choose, and whose fee is separate. Only the US government decides on a visa, and on how long that takes. We cannot promise you one.',
      'Choosing the right visa and forms is legal advice. You get it from an independent US immigration attorney of your choice, for a separate fee. Only the US government decides on a visa, and on how long that takes. We cannot promise you one.'),
    ('You pay, then answer our questions in about 15 minutes. The invoice reaches you by email at once.',
      'You pay, then answer our questions in about 15 minutes. We email you the invoice right away.')
  ) as renamed (before, after) loop
    -- Quotation marks on both sides: only a whole text is replaced.
    value := replace(value::text, to_jsonb(pair.before)::text, to_jsonb(pair.after)::text)::jsonb;
  end loop;
  return value;
end $$;

-- allowed: a shop has tens of products
update product set details = pg_temp.reworded(details) where details <> pg_temp.reworded(details);
-- allowed: a product has at most tens of benefits
update product_benefit set text = pg_temp.reworded(to_jsonb(text)) #>> '{}' where to_jsonb(text) <> pg_temp.reworded(to_jsonb(text));
-- allowed: one row each. No order or invoice refers to a version of these texts.
update setting set value = pg_temp.reworded(value)
where key in ('faq', 'assurances', 'timeline') and value <> pg_temp.reworded(value)
  and version = (select max(version) from setting newest where newest.key = setting.key);

-- The cursor of this clean-up was renamed. Without it, the next run would start at the shop's first day.
-- allowed: one row
update sweep_cursor set name = 'unconfirmed accounts' where name = 'accounts that nobody confirmed'
  and not exists (select from sweep_cursor other where other.name = 'unconfirmed accounts');

-- allowed: made above
drop function pg_temp.reworded(jsonb);
