#!/usr/bin/env bash
# need.sh NAME… makes sure that programs are there, from the packages of Debian.
#
#   names: poppler, tesseract, postgresql, qpdf, ghostscript, mupdf, gcc, node, npm,
#          python, mypy, php, mono, chromium, chromium-headless-shell, systemd, saxon, curl, jq,
#          prometheus, nginx, caddy, openssl, buildah, mmdebstrap
#
# Installs what is missing when it may (root and apt-get); otherwise says in one
# line what to install and fails. NEED_OPTIONAL=1 lets the caller go on without.
set -euo pipefail

has() {
	case "$1" in
	poppler) command -v pdftotext ;;
	tesseract) command -v tesseract && tesseract --list-langs 2>&1 | grep -qx fra ;;
	postgresql) command -v postgres || compgen -G '/usr/lib/postgresql/*/bin/postgres' ;;
	qpdf) command -v qpdf ;;
	openssl) command -v openssl ;;
	ghostscript) command -v gs ;;
	mupdf) command -v mutool ;;
	node) command -v node ;;
	npm) command -v npm ;;
	python) command -v python3 ;;
	mypy) command -v mypy || /usr/bin/python3 -m mypy --version ;;
	php) command -v php ;;
	curl) command -v curl ;;
	jq) command -v jq ;;
	mono) command -v mono && command -v mcs ;;
	chromium | chromium-headless-shell) command -v "$1" ;;
	systemd) command -v systemd-analyze ;;
	prometheus) command -v promtool ;;
	nginx) command -v nginx || [ -x /usr/sbin/nginx ] ;;
	caddy) command -v caddy ;;
	buildah | mmdebstrap) command -v "$1" ;;
	openssl) command -v openssl ;;
	saxon) command -v java && [ -e /usr/share/java/Saxon-HE.jar ] ;;
	gcc) command -v gcc && [ -e /usr/include/stdlib.h ] ;;
	*) echo "need.sh: unknown name $1" >&2; exit 2 ;;
	esac >/dev/null
}

packages_of() {
	case "$1" in
	poppler) echo poppler-utils ;;
	tesseract) echo tesseract-ocr tesseract-ocr-fra ;;
	mupdf) echo mupdf-tools ;;
	gcc) echo gcc libc6-dev ;;
	nginx) echo nginx-light ;;
	node) echo nodejs ;;
	python) echo python3 ;;
	php) echo php-cli ;;
	saxon) echo libsaxonhe-java default-jre-headless ;;
	mono) echo mono-runtime mono-mcs libmono-system-net-http4.0-cil ;;
	*) echo "$1" ;;
	esac
}

missing=()
for name in "$@"; do
	if ! has "$name"; then
		read -ra packages <<<"$(packages_of "$name")"
		missing+=("${packages[@]}")
	fi
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
	echo "installing ${missing[*]}" >&2
	export DEBIAN_FRONTEND=noninteractive
	if apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
		exit 0
	fi
fi
echo "missing: apt-get install ${missing[*]}" >&2
[ "${NEED_OPTIONAL:-0}" = 1 ]
