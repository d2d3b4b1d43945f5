#!/usr/bin/env bash
# release.sh [DIR] makes the archives of a release in DIR (dist): a program for each
# system, the deployment kit and its pages, SHA256SUMS, and what each program is made of.
# The version is that of the tag. The same commit gives the same bytes, wherever it lies.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-dist}
if [ -n "$(git status --porcelain)" ]; then
	echo "release.sh: commit first: a release is made of what is committed" >&2
	exit 1
fi
version=$(git describe --tags --exact-match 2>/dev/null || git rev-parse --short=12 HEAD)
made=$(git log -1 --format=%ct)
# What is there goes only when it is a release of before.
if [ -n "$(ls -A -- "$dist" 2>/dev/null)" ] && [ ! -f "$dist/SHA256SUMS" ]; then
	echo "release.sh: $dist holds other things than a release: name a folder that is empty or not there" >&2
	exit 1
fi
mkdir -p -- "$dist"
rm -rf -- "$dist"/predate_* "$dist/SHA256SUMS"
own=
for target in ${TARGETS:-linux/amd64 linux/arm64 darwin/arm64}; do
	name=predate_${version}_${target%/*}_${target#*/}
	mkdir "$dist/$name"
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go build -trimpath -buildvcs=true -ldflags '-s -w' -o "$dist/$name/predate" ./cmd/predate
	git archive HEAD LICENSE README.md CHANGELOG.md deploy docs | tar -x -C "$dist/$name"
	[ "$target" = "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" ] && own=$dist/$name/predate
	tar --sort=name --mtime="@$made" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' -C "$dist" -cf - "$name" | gzip -n9 >"$dist/$name.tar.gz"
done
case "$("${own:?no program for this system is among the targets}" version)" in
*"$(git rev-parse HEAD)") ;;
*) echo "release.sh: Go did not find the version: release from a clone, not from a linked checkout" >&2; exit 1 ;;
esac
for dir in "$dist"/predate_*/; do
	"$own" version --sbom "$dir/predate" >"${dir%/}.cdx.json"
done
rm -r "$dist"/predate_*/
cd "$dist"
sha256sum predate_* >SHA256SUMS
cat SHA256SUMS
