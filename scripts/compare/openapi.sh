#!/usr/bin/env bash
# Measures what it takes to turn an OpenAPI document into tools, beside npm packages that do the same: CPU seconds and
# peak memory of whole processes, and ratios.
#
#   scripts/compare/openapi.sh                 on GitHub's document, from npm
#   scripts/compare/openapi.sh DOCUMENT.json   on another one
#
# Node.js and npm are optional if a document is given. The packages are fetched once into a cache folder.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(@samchon/openapi@6.0.1 openapi-mcp-generator@4.0.1 @octokit/openapi@23.0.2)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/schema-bench/openapi-6.0.1-4.0.1-23.0.2"
peers=()
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "openapi.sh: no Node.js and npm here, the npm packages are left out" >&2
else
  if [ ! -d "$cache/node_modules/@octokit/openapi" ]; then
    mkdir -p "$cache"
    if ! npm install --prefix "$cache" --no-audit --no-fund --ignore-scripts --silent "${packages[@]}" >&2; then
      rm -rf "$cache"
      echo "openapi.sh: npm cannot fetch ${packages[*]}, they are left out" >&2
    fi
  fi
  if [ -d "$cache/node_modules" ]; then
    # Modules are looked up from where a script stands.
    cp scripts/compare/openapi/*.mjs "$cache/"
    peers=(-scripts "$cache")
  fi
fi

document="${1:-$cache/node_modules/@octokit/openapi/generated/api.github.com.json}"
if [ ! -f "$document" ]; then
  echo "openapi.sh: $document: no such file" >&2
  exit 2
fi

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/schema-bench" .
go build -o "$bin/compare" ./scripts/compare/openapi
# The odd expansion is for bash 3 of macOS, where an empty array is unset.
"$bin/compare" -bin "$bin/schema-bench" ${peers[@]+"${peers[@]}"} "$document"
