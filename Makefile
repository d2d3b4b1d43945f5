# make test    all checks and tests        make demo    the whole service on this machine
# make lint    the checks alone            make bench   what the database can take
# make build   bin/predate                 make prove   what takes long: races, fuzzing, crash proofs
#                                         (SEED=random: other faults than last time), and the table of docs/proofs.md
# make score   how the reading does on the public dossiers and on looks of our own
# make release  archives for three systems in dist, with checksums and what they are made of
# make goldens  writes what the tests expect anew, where the product was changed on purpose: read the difference
# make invoices EN16931=FOLDER  holds invoices against the official rules, whose stylesheet is in the folder
# make demo-integration  a notary's software in TypeScript orders, takes webhooks and keeps the statements
# make sdk     the client libraries' types and methods, of api/openapi.yaml
# make pictures  the console's pages in docs/console, as its tests see them
#
# make test leaves vet to lint, which checks more than go test would. It collects garbage
# at three times what is live instead of at twice, which spares processor time.
# It takes Go, git and make; on Debian, as root, the rest is installed.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

GOFUMPT     := go run mvdan.cc/gofumpt@v0.12.0
STATICCHECK := go run honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 30s
SEED        ?=

.PHONY: build test lint demo bench prove score pictures release invoices goldens sdk demo-integration

build:
	go build -trimpath -o bin/predate ./cmd/predate

sdk:
	go test -count=1 -run '^TestGenerated$$' ./sdk -update

release:
	scripts/release.sh

test: lint
	@scripts/need.sh poppler tesseract qpdf openssl postgresql chromium node python php systemd curl jq
	@NEED_OPTIONAL=1 scripts/need.sh chromium-headless-shell
	GOGC=200 scripts/in-memory.sh scripts/slowest.sh go test -vet=off -p 3 -timeout 20m ./...

lint:
	go vet -tags prove,en16931 ./...
	@unformatted="$$($(GOFUMPT) -l .)"; \
	if [ -n "$$unformatted" ]; then echo "run: $(GOFUMPT) -w ."; echo "$$unformatted"; exit 1; fi
	$(STATICCHECK) -tags prove,en16931 ./...

score:
	@scripts/need.sh tesseract
	go test -count=1 -v -run '^(TestCorpus|TestReading)$$' ./internal/reading/lookstest | grep -vE '^(=== |    --- )'

goldens:
	@scripts/need.sh poppler tesseract qpdf openssl
	go test -count=1 ./archtest ./internal/reading/lexicon ./internal/reading/extract ./internal/reading/form ./internal/reading/report ./internal/statement/typeset ./internal/base/bench -update

invoices:
	@scripts/need.sh saxon
	EN16931=$(abspath $(EN16931)) go test -count=1 -tags en16931 -run '^TestOfficialRules$$' -v ./internal/statement/invoice

PICTURES := order order-contradiction order-word queue papers draft collect client corner-narrow admin-delivery measures

pictures:
	@scripts/need.sh chromium
	@shots=$$(mktemp -d) && trap 'rm -r "$$shots"' EXIT && PREDATE_SHOTS=$$shots go test -count=1 -run '^TestConsole' ./cmd/predate && \
	mkdir -p docs/console && cp $(PICTURES:%="$$shots/%.png") docs/console/

demo:
	@NEED_OPTIONAL=1 scripts/need.sh tesseract
	go run ./cmd/predate demo $(ARGS)

demo-integration:
	@scripts/need.sh node
	scripts/demo-integration.sh

bench:
	@scripts/need.sh poppler tesseract postgresql
	go test -run '^$$' -bench . -benchmem -timeout 30m ./internal/keeping/store/... ./internal/keeping/queue/... ./internal/delivering/webhook/... ./internal/orders/pipeline ./internal/statement/typeset
	go test -run '^$$' -bench 'PlaceOrder|Intake' -benchtime 2000x -timeout 30m ./cmd/predate
	go test -run '^$$' -bench NextDoubt -benchtime 20x -timeout 30m ./cmd/predate
	go test -run '^$$' -bench Reading -benchtime 10x -timeout 30m ./cmd/predate
	go test -run '^$$' -bench Scans -benchtime 3x -timeout 30m ./cmd/predate

prove:
	@scripts/need.sh poppler tesseract qpdf ghostscript mupdf postgresql gcc node npm python mypy php mono prometheus nginx caddy openssl buildah mmdebstrap
	scripts/lint-openapi.sh
	scripts/check-deploy.sh
	scripts/check-image.sh
	go test -race -p 1 -timeout 60m ./internal/... ./cmd/...
	scripts/fuzz.sh $(FUZZTIME)
	scripts/prove.sh $(SEED)
