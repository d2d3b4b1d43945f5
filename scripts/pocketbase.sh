#!/usr/bin/env bash
# pocketbase.sh full|normal FILE builds a PocketBase to measure predate beside
# (predate bench --pocketbase FILE). «full» waits for the disk at each record
# (SQLite's synchronous=FULL), as predate does at each order; «normal» does not, which
# is PocketBase's default.
set -euo pipefail

version=v0.39.0
case "${1:-}" in
full | normal) synchronous="${1^^}" ;;
*)
	echo "say which: scripts/pocketbase.sh full|normal FILE" >&2
	exit 2
	;;
esac
file="$(realpath -m "${2:?say where to write the program: scripts/pocketbase.sh $1 FILE}")"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<GO
package main

import (
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	_ "modernc.org/sqlite"
)

// The settings are PocketBase's own, but for synchronous.
const settings = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=synchronous($synchronous)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)"

func main() {
	connect := func(path string) (*dbx.DB, error) { return dbx.Open("sqlite", path+settings) }
	if err := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: connect}).Start(); err != nil {
		log.Fatal(err)
	}
}
GO
go mod init pocketbase-trial >/dev/null 2>&1
go get "github.com/pocketbase/pocketbase@$version" >/dev/null 2>&1
go mod tidy >/dev/null 2>&1
go build -trimpath -o "$file" .
echo "$file: PocketBase $version, synchronous=$synchronous"
