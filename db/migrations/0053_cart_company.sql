-- What a company wants on its invoice is kept with the cart like the rest of the form, so that it survives a log-in and a reload.
alter table cart add column company text not null default '', add column tax_number text not null default '';
