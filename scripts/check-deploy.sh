#!/usr/bin/env bash
# check-deploy.sh holds the deployment kit against the programs that will read it: rules
# and scraping against Prometheus, the proxies' files against nginx and Caddy, the compose
# file against its specification.
set -euo pipefail

compose=github.com/compose-spec/compose-go/v2/cmd@v2.9.0

cd "$(dirname "$0")/../deploy"
PATH="$PATH:/usr/sbin"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
quietly() { # prints what a program says only where it finds fault
	"$@" >"$folder/said" 2>&1 || { cat "$folder/said"; echo "$1 refuses it" >&2; exit 1; }
}

{
	printf 'rule_files: ["%s"]\nscrape_configs:\n' "$PWD/prometheus/alerts.yaml"
	sed 's/^/  /' prometheus/scrape.yaml
} >"$folder/prometheus.yml"
quietly promtool check config "$folder/prometheus.yml"
echo "Prometheus takes the rules and the scraping"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=predate.example.fr \
	-keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
sed "s#/etc/letsencrypt/live/[a-z.]*/#$folder/#" proxy/nginx.conf >"$folder/predate.conf"
printf 'pid %s/pid;\nevents {}\nhttp { include %s/predate.conf; }\n' "$folder" "$folder" >"$folder/nginx.conf"
quietly nginx -t -c "$folder/nginx.conf"
echo "nginx takes its file"

XDG_DATA_HOME="$folder" XDG_CONFIG_HOME="$folder" quietly caddy validate --adapter caddyfile --config proxy/Caddyfile
echo "Caddy takes its file"

quietly go run "$compose" --no-interpolation compose.yaml
echo "the compose file follows its specification"
