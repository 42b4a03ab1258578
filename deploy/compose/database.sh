#!/bin/sh
# Run once by PostgreSQL's image, when its volume is empty: the shop's database, and a login that owns it and may do nothing else.
# Every database that is made here has amcheck, with which `verify` looks at the indexes and which only a superuser can install.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname template1 <<'SQL'
\getenv password DATABASE_PASSWORD
create role stateside login nosuperuser nocreatedb nocreaterole password :'password';
create extension amcheck;
grant execute on function bt_index_check(regclass, boolean) to stateside;
\connect postgres
create database stateside owner stateside;
SQL
