#!/usr/bin/env bash
# prove.sh [SEED] runs the tests that take minutes, memory or processes of their own,
# and prints the table of what held under which fault. SEED is a number, or «random»;
# without it the faults are the same each time.
#
# The environment variable PROVE chooses among the tests, as «go test -run» does.
set -euo pipefail

seed="${1:-}"
if [ "$seed" = random ]; then
	seed="$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')"
fi
[ -z "$seed" ] || echo "the seed of the faults is $seed"

results="$(mktemp)"
trap 'rm -f "$results"' EXIT
status=0
PREDATE_PROOFS="$results" PREDATE_PROOFS_SEED="$seed" go test -count=1 -tags prove -run "${PROVE:-^TestProve}" -p 1 -timeout 120m ./... || status=$?
echo
scripts/proofs.sh "$results" || status=1
exit "$status"
