#!/bin/sh
# SPDX-License-Identifier: MIT
# compile.sh OUTPUT COMPILER OPTION... -- SOURCE...: compiles each source by itself, as users do, and
# joins the objects into one.
set -eu

output=$1
shift
work=$output.parts
rm -rf "$work"
mkdir -p "$work"
command=
while [ "$1" != -- ]; do
    command="$command '$1'"
    shift
done
shift
for file in "$@"; do
    eval "$command -c '$file' -o '$work/$(basename "$file").o'"
done
ld -r -o "$output" "$work"/*.o
