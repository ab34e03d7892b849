#!/usr/bin/env bash
# Measures our token counter beside tiktoken-go and npm tiktoken on 5 MB of text, and prints speeds and ratios.
#
#   scripts/compare/tokens.sh            a few minutes
#   scripts/compare/tokens.sh -quick     a look
#
# Node.js and npm are optional. The npm package is fetched once into a cache folder, or taken from SCHEMA_BENCH_NODE, a
# folder with node_modules/tiktoken. The exit code is 1 if the implementations count differently.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=1.0.22
node=()
if ! command -v node >/dev/null; then
  echo "tokens.sh: no Node.js here, npm tiktoken is left out" >&2
elif [ -n "${SCHEMA_BENCH_NODE:-}" ] && [ -d "$SCHEMA_BENCH_NODE/node_modules/tiktoken" ]; then
  node=(-node "$SCHEMA_BENCH_NODE")
else
  cache="${XDG_CACHE_HOME:-$HOME/.cache}/schema-bench/tiktoken-$version"
  if [ -d "$cache/node_modules/tiktoken" ]; then
    node=(-node "$cache")
  elif ! command -v npm >/dev/null; then
    echo "tokens.sh: no npm here, npm tiktoken is left out" >&2
  else
    # A package without lifecycle scripts; the prefix keeps it out of every project.
    mkdir -p "$cache"
    if npm install --prefix "$cache" --no-audit --no-fund --ignore-scripts --silent "tiktoken@$version" >&2; then
      node=(-node "$cache")
    else
      rm -rf "$cache"
      echo "tokens.sh: npm cannot fetch tiktoken@$version, npm tiktoken is left out" >&2
    fi
  fi
fi

# Built first: the program starts itself again for fresh processes, and a build beside it would take the CPU.
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/tokens" ./scripts/compare/tokens
# The odd expansion is for bash 3 of macOS, where an empty array is unset.
"$bin/tokens" ${node[@]+"${node[@]}"} "$@"
