-- What the page of a product says beyond its card: lists of lines, steps, questions (contract/product-details.ts). Null: nobody has written it yet.
alter table product add column details jsonb;
-- Long words lie beside the table, so that reading the list reads as few blocks as before.
alter table product set (toast_tuple_target = 256);
