#!/usr/bin/env bash
# demo-integration.sh plays examples/notary against a server of its own: a study's
# software orders twice, takes signed webhooks, asks a seller for a paper and keeps
# the statements. It prints what happens and fails unless both are proven.
#
# KEEP=1 leaves both servers open, on 127.0.0.1:8080 and 127.0.0.1:3000. PICTURE=FILE
# has chromium draw the study's page while a paper is asked for.
set -euo pipefail
cd "$(dirname "$0")/.."

work="$(mktemp -d)"
started=()
cleanup() {
	[ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null || true
	wait || true
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

free() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
api=8080 study=3000
[ "${KEEP:-0}" = 1 ] || { api="$(free)" study="$(free)"; }

until_said() { # FILE WORDS PROCESS
	for _ in $(seq 600); do
		grep -q "$2" "$1" && return
		kill -0 "$3" 2>/dev/null || break
		sleep 0.1
	done
	cat "$1" >&2
	return 1
}

go build -ldflags '-s -w' -o "$work/predate" ./cmd/predate
for program in main demo; do
	(cd examples/notary && go run github.com/evanw/esbuild/cmd/esbuild@v0.28.2 "src/$program.ts" --bundle --platform=node --format=esm --log-level=warning "--outfile=$work/$program.mjs")
done

: >"$work/server.log" >"$work/study.log"
PREDATE_ADMIN_LISTEN="127.0.0.1:$(free)" "$work/predate" serve --dev --data "$work/data" --listen "127.0.0.1:$api" >"$work/server.log" 2>&1 &
started+=($!)
until_said "$work/server.log" ready $!
export PREDATE_URL="http://127.0.0.1:$api" PREDATE_EMAIL=etude@quatre-vents.example PREDATE_PASSWORD='a demonstration, nothing more'
account="$("$work/predate" account create --data "$work/data" --dev --json --kind premium --email "$PREDATE_EMAIL" --password "$PREDATE_PASSWORD")"
PREDATE_API_KEY="$(node -p 'JSON.parse(process.argv[1]).test_api_key' "$account")"
export PREDATE_API_KEY

PORT="$study" STUDY_DATA="$work/study" node "$work/main.mjs" >"$work/study.log" 2>&1 &
started+=($!)
until_said "$work/study.log" 'the study is at' $!
tail -f -n +1 --pid=$! "$work/study.log" | sed -u 's/^/         study  /' &
node "$work/demo.mjs" "http://127.0.0.1:$study" internal/collecting/extranetsim/sample/files/Convocation_AG_du_26_03_2026_21.pdf
sleep 0.3
if [ "${KEEP:-0}" = 1 ]; then
	echo "the study stays at http://127.0.0.1:$study/; stop with Ctrl-C"
	sleep infinity &
	wait $!
fi
