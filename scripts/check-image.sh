#!/usr/bin/env bash
# check-image.sh builds deploy/Dockerfile as it stands, without a daemon and without a
# registry, and runs what comes of it. The two images that it begins with are made here from
# Debian's packages and this machine's Go, under the names that the Dockerfile gives. Root
# alone may do that.
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo "check-image.sh: not root: the image is not built"; exit 0; }
cd "$(dirname "$0")/.."
folder="$(mktemp -d)"
image() { buildah --root "$folder/store" --runroot "$folder/run" --storage-driver vfs "$@"; }
trap 'image umount --all >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
say() { echo "check-image.sh: $*" >&2; exit 1; }

mmdebstrap --quiet --variant=minbase bookworm "$folder/debian.tar" >/dev/null
base="$(image from scratch)"
image add -q "$base" "$folder/debian.tar" / >/dev/null
image config --env PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
image commit -q "$base" docker.io/library/debian:bookworm-slim >/dev/null
image run --isolation chroot "$base" -- sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends git ca-certificates' >/dev/null 2>&1
# Whom this machine trusts, so does the image that fetches modules.
image add -q "$base" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
image add -q "$base" "$(go env GOROOT)" /usr/local/go >/dev/null
image config --env GOCACHE=/cache/build --env GOMODCACHE=/cache/modules "$base"
image commit -q "$base" docker.io/library/golang:1.26-bookworm >/dev/null

# A clone, as a build server has it: with .git, and nothing else that lies about here. What
# was compiled before is not compiled again.
git clone -q . "$folder/src"
image bud --quiet --format docker --pull-never --isolation chroot \
	--volume "$(go env GOCACHE):/cache/build" --volume "$(go env GOMODCACHE):/cache/modules" \
	-f deploy/Dockerfile -t predate "$folder/src" >"$folder/said" 2>&1 || { cat "$folder/said"; say "the image is not built"; }

service="$(image from --pull-never localhost/predate)"
inside() { image run --isolation chroot "$service" -- "$@"; }
[ "$(inside id -u)" = 10001 ] || say "it does not run as predate"
version="$(inside predate version)"
[[ "$version" == *" $(git rev-parse HEAD)"* ]] || say "its version is $version, not that of this commit"
inside tesseract --list-langs 2>&1 | grep -qx fra || say "it does not read French scans"
inside sh -c 'touch /var/lib/predate/x /var/cache/predate/x' || say "it may not write its data"
echo "the image is built, and is what it should be: $version"
