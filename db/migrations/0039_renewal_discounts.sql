-- A code may count for every period of a subscription. What it takes off each renewal is part of what was agreed to, so it stays with the order.
alter table order_item add column renewal_discount_cents integer not null default 0 check (renewal_discount_cents >= 0);

-- Posts that said otherwise. What an operator has written stays.
update blog_post set body = replace(body, 'Address and phone are ordered for one month at a time: renewals have not started. You can spend less.', 'Address and phone renew every month until you cancel. You can spend less.') where body like '%renewals have not started%';
update blog_post set body = replace(body, 'Address: 12 × $29 = $348.00, in orders of one month each, because renewals have not started', 'Address: 12 × $29 = $348.00, renewed every month') where body like '%renewals have not started%';
update blog_post set body = replace(body, 'An order covers one month: renewals have not started. Once they start at $14.99 for each further month, a first year costs $24.99 + 11 × $14.99 = $189.88.', 'It then renews for $14.99 every month until she cancels, so a first year costs $24.99 + 11 × $14.99 = $189.88.') where body like '%renewals have not started%';
