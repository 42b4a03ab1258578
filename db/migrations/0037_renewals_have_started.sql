-- Subscriptions renew, so the shop's own sentences say so. What an operator has written stays.
update product_benefit set text = 'Renews each month at the current rate until you cancel.'
  where text = 'Covers one month. Renewals have not started, so nothing more is charged.';
update product_benefit set text = 'Renews each year at the current rate until you cancel.'
  where text = 'Covers one year. Renewals have not started, so nothing more is charged.';
update product_benefit set text = '$24.99 today: $10.00 setup and the first month. Then $14.99 each month.'
  where text = '$24.99: $10.00 for the setup and $14.99 for the first month.';
