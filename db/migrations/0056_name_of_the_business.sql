-- What the connected business is called at the bureau, for its owner to read. Null: the bureau did not say.
alter table bureau_connection add column business_name text;
