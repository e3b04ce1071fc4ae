#!/bin/sh
# SPDX-License-Identifier: MIT
# headers.sh SOURCE C_COMPILER CXX_COMPILER...: each public header compiles by itself, twice over, as
# strict C99, C11 and C++98 to C++17, without a warning. Exit status 77 where no C++ compiler is.
# -Wshadow is for C alone: g++ means by it also a function with the name of a struct.
set -eu

source=$1 cc=$2
shift 2
check() {
    compiler=$1 language=$2 standard=$3 header=$4
    printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
        "$compiler" -x "$language" "-std=$standard" -Wall -Wextra -Wpedantic -Wconversion \
            ${5-} -Werror "-I$source/include" -fsyntax-only - ||
        { echo "headers.sh: $header as $standard with $compiler" >&2; exit 1; }
}

checked=0
for header in "$source"/include/fieldkex/*.h; do
    name=fieldkex/$(basename "$header")
    for standard in c99 c11 c17; do check "$cc" c "$standard" "$name" -Wshadow; done
    for cxx in "$@"; do
        command -v "$cxx" >/dev/null 2>&1 || continue
        for standard in c++98 c++11 c++17; do check "$cxx" c++ "$standard" "$name"; done
        checked=$((checked + 1))
    done
done
[ "$checked" -gt 0 ] || { echo "skipped: none of $* is installed"; exit 77; }
echo "every header is complete in C and C++"
