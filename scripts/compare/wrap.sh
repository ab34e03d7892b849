#!/usr/bin/env bash
# Measures what schema-bench wrap costs between a client and a server: latency, throughput, start and memory, directly and
# through the proxy in one run. Where npm can install mcp-proxy, a Node program that makes HTTP of a server over stdio, the
# same server is measured behind both.
#
#   scripts/compare/wrap.sh [CALLS]
set -euo pipefail
cd "$(dirname "$0")/../.."

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/schema-bench" .
go build -o "$bin/compare" ./scripts/compare/wrap
node=
if command -v npm >/dev/null && npm install --prefix "$bin/node" --ignore-scripts --no-audit --no-fund --silent mcp-proxy@6.7.19; then
  node="$bin/node/node_modules/.bin/mcp-proxy"
fi
"$bin/compare" -bin "$bin/schema-bench" -n "${1:-20000}" -node "$node"
