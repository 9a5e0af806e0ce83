#!/bin/sh
# As root: runs a command with the settings of the server and as its user, such as
# deploy/as-server.sh npm run check
set -eu
cd "$(dirname "$0")/.."
set -a
. "${SETTINGS:-/etc/kartoteka.env}"
HOME=/var/lib/kartoteka
DATA_DIR="${DATA_DIR:-$HOME/data}"
exec setpriv --reuid=kartoteka --regid=kartoteka --init-groups -- "$@"
