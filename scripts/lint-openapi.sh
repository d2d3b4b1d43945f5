#!/usr/bin/env bash
# lint-openapi.sh checks the reference of the API with a linter of OpenAPI, of a pinned
# version. It takes Node.js and npm, and fetches the linter the first time.
set -euo pipefail

linter="@redocly/cli@2.77.0"
cd "$(dirname "$0")/../api"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
npx --yes "$linter" lint --config redocly.yaml --max-problems 500 openapi.yaml
