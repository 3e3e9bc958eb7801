#!/bin/sh
# Creates the role and the database of the service in a new cluster. Patroni passes the address of the server.
set -eu
psql "$1" --quiet --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE formlotse LOGIN PASSWORD :'password';
CREATE DATABASE formlotse OWNER formlotse;
SQL
