#!/usr/bin/env bash
# check-deploy.sh holds the deployment kit against the programs that will read it: rules
# and scraping against Prometheus, the proxies' files against nginx and Caddy, the compose
# file against its specification, the chart against Helm.
set -euo pipefail

compose=github.com/compose-spec/compose-go/v2/cmd@v2.9.0
helm=helm.sh/helm/v3/cmd/helm@v3.19.5

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

# rendered prints the chart as Helm renders it for some settings, and fails unless it makes
# what is listed and says what else is asked: rendered WHAT… -- SAID… -- SETTING…
rendered() {
	local makes=() says=()
	while [ "$1" != -- ]; do makes+=("$1"); shift; done
	shift
	while [ "$1" != -- ]; do says+=("$1"); shift; done
	shift
	go run "$helm" template p helm/predate --namespace homes "$@" >"$folder/chart.yaml"
	local made
	made="$(awk '/^---/ { kind = ""; meta = 0 } /^kind: / { kind = $2 } /^metadata:/ { meta = 1 } /^spec:/ { meta = 0 }
		meta && /^  name: / { print kind "/" $2; meta = 0 }' "$folder/chart.yaml" | sort | xargs)"
	[ "$made" = "$(printf '%s\n' "${makes[@]}" | sort | xargs)" ] || { echo "the chart makes $made" >&2; exit 1; }
	local one
	for one in "${says[@]}"; do
		grep -qF -- "$one" "$folder/chart.yaml" || { echo "the chart does not say $one" >&2; exit 1; }
	done
}
quietly go run "$helm" lint --strict helm/predate
roles=(Deployment/p-door Deployment/p-worker Deployment/p-collector Service/p PodDisruptionBudget/p-door)
rendered "${roles[@]}" -- 'secretName: predate-database' 'value: "s3.example.fr"' 'image: "predate:latest"' --
rendered "${roles[@]}" Deployment/p-browser Service/p-browser Ingress/p -- \
	'secretName: our-postgres' 'secretName: our-bucket' 'value: "minio.homes.svc:9000"' 'value: "papers"' 'image: "registry.example/predate:1.2"' \
	'value: "extranet.cabinet.example"' 'value: "http://p-browser:8095"' 'host: pre.example.fr' -- \
	--set secrets.database=our-postgres,secrets.s3=our-bucket,s3.endpoint=minio.homes.svc:9000,s3.bucket=papers \
	--set image=registry.example/predate,tag=1.2,browserHosts=extranet.cabinet.example,ingress.enabled=true,ingress.publicHost=pre.example.fr
echo "Helm takes the chart, plain and with everything"
