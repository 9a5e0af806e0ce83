#!/bin/sh
# Makes the database and its users, once, as the superuser: docs/operating.md, "Roles of PostgreSQL".
set -eu
psql --set=ON_ERROR_STOP=1 --no-psqlrc --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" --set=password="$DATABASE_PASSWORD" <<'SQL'
create role kartoteka_owner login password :'owner_password';
create role kartoteka_app login password :'password';
create role kartoteka_scheduler login password :'password';
create role kartoteka_operator login password :'password';
create role kartoteka_worker login password :'password';
create database kartoteka owner kartoteka_owner encoding 'UTF8' template template0;
revoke connect, temporary on database kartoteka from public;
grant connect on database kartoteka to kartoteka_app, kartoteka_scheduler, kartoteka_operator, kartoteka_worker;
\connect kartoteka
alter function texticlike(text, text) leakproof;
alter function arraycontains(anyarray, anyarray) leakproof;
alter function arrayoverlap(anyarray, anyarray) leakproof;
SQL
