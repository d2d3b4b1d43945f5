#!/usr/bin/env bash
# slowest.sh COMMAND… runs a «go test» of several packages, shows what it says as it
# says it, and names the five packages that took longest. It ends as the command ends.
set -uo pipefail

said="$(mktemp)"
trap 'rm -f "$said"' EXIT
"$@" | tee "$said"
status="${PIPESTATUS[0]}"

# ok or FAIL, the package, the seconds; a package whose result was kept took none.
slowest="$(awk -F '\t' '($1 ~ /^ok/ || $1 == "FAIL") && $3 ~ /^[0-9.]+s/ { sub(/s.*/, "", $3); print $3 "\t" $2 }' "$said" | sort -rn | head -5)"
if [ -n "$slowest" ]; then
	echo
	echo "the slowest packages, in seconds:"
	echo "$slowest"
fi
exit "$status"
