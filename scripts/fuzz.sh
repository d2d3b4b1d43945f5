#!/usr/bin/env bash
# fuzz.sh DURATION runs every fuzz test of the module for that long, one after
# the other: go test takes one at a time.
set -euo pipefail
duration="$1"

grep -rlE '^func Fuzz[A-Z]' --include='*_test.go' . | sort | while read -r file; do
	sed -nE 's/^func (Fuzz[A-Za-z0-9_]+)\(.*/\1/p' "$file" | while read -r name; do
		echo "$name in $(dirname "$file")"
		go test -run '^$' -fuzz "^$name\$" -fuzztime "$duration" "$(dirname "$file")"
	done
done
