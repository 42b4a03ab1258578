-- compatible
-- SHA-256 of the mark that the registering browser stores. Only that browser confirms the address without a press.
alter table app_user add column registration_mark bytea;
