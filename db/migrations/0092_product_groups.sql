-- The products page has groups. What an operator has added of their own stands under other services until somebody chooses.
alter table product add column product_group text not null default 'other'
  check (product_group in ('formation', 'tax', 'presence', 'upkeep', 'growth', 'other'));

update product set product_group = known.product_group
from (values
  ('wyoming-llc', 'formation'), ('delaware-llc', 'formation'), ('new-mexico-llc', 'formation'), ('delaware-c-corp', 'formation'),
  ('ein-filing', 'tax'), ('itin-application', 'tax'), ('bank-account-preparation', 'tax'),
  ('us-business-address', 'presence'), ('us-phone-number', 'presence'), ('registered-agent', 'presence'), ('mail-scan-pack', 'presence'),
  ('annual-report', 'upkeep'), ('bookkeeping', 'upkeep'), ('form-5472', 'upkeep'),
  ('logo-design', 'growth'), ('brand-website-starter', 'growth'), ('marketing-strategy', 'growth'),
  ('trademark-filing-support', 'growth'), ('visa-application-support', 'growth'), ('financial-legal-planning', 'growth')
) as known (id, product_group)
where product.id = known.id;
