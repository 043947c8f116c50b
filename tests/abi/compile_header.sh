#!/bin/sh
# Compiles abi.h alone in every language level and with every compiler that is here, pedantic, warnings as errors: as the
# only include of a file, and twice in two files of one program, which is run. Usage: compile_header.sh <include dir>
set -eu

include=$1
here=$(cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-Wall -Wextra -Wpedantic -Wshadow -Werror -I$include"
checked=0

# check <compiler> <language> <standard>
check() {
  command -v "$1" >/dev/null 2>&1 || return 0
  echo "$1 -x $2 -std=$3"
  printf '#include "keel/abi.h"\ntypedef int keel_test_not_empty;\n' >"$work/alone"
  # shellcheck disable=SC2086  # flags are words
  "$1" -x "$2" -std="$3" $flags -fsyntax-only "$work/alone"
  for file in first_user second_user; do
    # shellcheck disable=SC2086
    "$1" -x "$2" -std="$3" $flags -c "$here/$file.c" -o "$work/$file.o"
  done
  "$1" "$work/first_user.o" "$work/second_user.o" -o "$work/program"
  "$work/program"
  checked=$((checked + 1))
}

for compiler in gcc clang; do
  check $compiler c c11
  check $compiler c c17
done
for compiler in g++ clang++; do
  check $compiler c++ c++17
  check $compiler c++ c++20
done

if [ "$checked" -eq 0 ]; then
  echo "no compiler was found: nothing was checked" >&2
  exit 1
fi
