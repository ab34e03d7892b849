#!/usr/bin/env bash
# Measures what schema-bench wrap costs between a client and a server: latency, throughput, start and memory, directly and
# through the proxy in one run.
#
#   scripts/compare/wrap.sh [CALLS]
set -euo pipefail
cd "$(dirname "$0")/../.."

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/schema-bench" .
go build -o "$bin/compare" ./scripts/compare/wrap
"$bin/compare" -bin "$bin/schema-bench" -n "${1:-20000}"
