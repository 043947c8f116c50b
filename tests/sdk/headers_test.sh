#!/bin/sh
# Compiles each public header of the SDK alone, pedantic, warnings as errors. Usage: headers_test.sh <include dir> <compiler>
set -eu

include=$1
compiler=$2
failed=0
checked=0
for header in "$include"/keel/*.hpp; do
  name=keel/$(basename "$header")
  checked=$((checked + 1))
  if ! printf '#include "%s"\n' "$name" | "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow \
      -Werror "-I$include" -x c++ -fsyntax-only -; then
    echo "$name does not compile alone" >&2
    failed=1
  fi
done
[ "$checked" -gt 0 ] || { echo "no headers in $include" >&2; exit 1; }
exit "$failed"
