#!/bin/sh
# Installs the SDK by itself and builds the template plugin and a C plugin against it, out of the tree. Usage:
#   package_test.sh <source dir> <C++ compiler> <where to put the template's library>
set -eu

source=$1
compiler=$2
result=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

quietly cmake -S "$source/sdk" -B "$work/sdk" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_INSTALL_PREFIX="$work/prefix"
quietly cmake --build "$work/sdk"
quietly cmake --install "$work/sdk"

cp -r "$work/prefix/share/keel/templates/tool" "$work/tool"
quietly cmake -S "$work/tool" -B "$work/build" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/build"
library=$work/build/lib/keel/plugins/tool.greet.so
mkdir -p "$result"
cp "$library" "$result/"

# One exported symbol, and the manifest's text in the file.
exported=$(nm -D --defined-only "$library" | awk '{print $3}')
[ "$exported" = keel_plugin_entry ] || { echo "exports: $exported" >&2; exit 1; }
grep -q '"id": "tool/greet"' "$library" || { echo "no manifest in $library" >&2; exit 1; }

# The same compiler flags by pkg-config.
if command -v pkg-config >/dev/null 2>&1; then
  export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$work/prefix/lib/$(uname -m)-linux-gnu/pkgconfig"
  flags=$(pkg-config --cflags keel-sdk)
  # shellcheck disable=SC2086  # flags are words
  "$compiler" -std=c++20 $flags -fsyntax-only "$work/tool/greet.cpp" \
    -DKEEL_PLUGIN_ID='"tool/greet"' -DKEEL_PLUGIN_VERSION='"0.1.0"'
fi

# Manifests that keel_add_plugin refuses, and what it says.
refused() {
  expected=$1
  if cmake -S "$work/tool" -B "$work/refused" -DCMAKE_CXX_COMPILER="$compiler" \
      -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1; then
    echo "was accepted, but: $expected" >&2
    exit 1
  fi
  tr '\n' ' ' <"$work/log" | tr -s ' ' | grep -q "$expected" || {
    echo "expected \"$expected\", found:" >&2
    cat "$work/log" >&2
    exit 1
  }
}
manifest() { printf '%s' "$1" >"$work/tool/plugin.json"; }
manifest '{"id": "tool/greet", "version": "0.1.0", "abi": "9.9"}';           refused 'abi is "9.9"'
manifest '{"id": "greet", "version": "0.1.0", "abi": "0.1"}';                refused 'expected family/name'
manifest '{"id": "tool/greet", "abi": "0.1"}';                               refused 'version is missing'
manifest '{"id": "tool/greet", "version": "0.1.0", "abi": "0.1", "provide": []}'; refused 'unknown member "provide"'
manifest '{"id": "tool/greet", "version": "0.1.0", "abi": "0.1", "provides": "x"}'; refused 'expected ARRAY'
manifest '{"id": ';                                                          refused 'not JSON'
manifest '{}';                                                               refused 'are missing'

# Too large for a note: found when the note is made.
long=$(printf '%070000d' 0)
manifest "{\"id\": \"tool/greet\", \"version\": \"0.1.0\", \"abi\": \"0.1\", \"description\": \"$long\"}"
quietly cmake -S "$work/tool" -B "$work/large" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix"
if cmake --build "$work/large" >"$work/log" 2>&1; then
  echo "a manifest of 70,000 bytes was accepted" >&2
  exit 1
fi
tr '\n' ' ' <"$work/log" | tr -s ' ' | grep -q "a note holds at most 65536" || { cat "$work/log" >&2; exit 1; }
