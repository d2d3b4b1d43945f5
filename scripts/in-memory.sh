#!/usr/bin/env bash
# in-memory.sh COMMAND… runs a command whose temporary files are in memory, so that the
# databases of tests wait for no disk. It needs 4 GB of room there, and that programs may
# be run from there; elsewhere it runs the command with files on disk. What Go builds
# stays on disk. It ends as the command ends.
set -uo pipefail

room="$(df -k --output=avail /dev/shm 2>/dev/null | tail -1)"
free="$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)"
if [ "${room:-0}" -gt 4000000 ] && [ "${free:-0}" -gt 6000000 ]; then
	dir="$(mktemp -d /dev/shm/predate.XXXXXX)"
	trap 'rm -rf "$dir"' EXIT
	chmod 711 "$dir" # PostgreSQL runs as another user
	printf '#!/bin/sh\n' > "$dir/try" && chmod 700 "$dir/try"
	if "$dir/try" 2>/dev/null; then
		export GOTMPDIR="${GOTMPDIR:-${TMPDIR:-/tmp}}" TMPDIR="$dir"
	fi
	rm "$dir/try"
fi
"$@"
