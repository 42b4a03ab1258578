#!/bin/sh
# Creates the shop's database and a login that owns it and has no other rights. The PostgreSQL image runs this once, for an empty volume.
# Every database created later has amcheck. `verify` uses it to check indexes, and only a superuser can install it.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname template1 <<'SQL'
\getenv password DATABASE_PASSWORD
create role stateside login nosuperuser nocreatedb nocreaterole password :'password';
create extension amcheck;
grant execute on function bt_index_check(regclass, boolean) to stateside;
\connect postgres
create database stateside owner stateside;
SQL
