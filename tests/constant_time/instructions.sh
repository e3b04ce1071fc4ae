#!/bin/sh
# SPDX-License-Identifier: MIT
# instructions.sh NAME COMPILER OBJDUMP WORK SOURCE_DIRECTORY OPTION...: compiles the library and
# looks for instructions and calls whose time depends on their operands: divisions, square roots, and
# the compiler's own functions for what the processor lacks. Exit status 77 where a tool is missing.
set -eu

name=$1 compiler=$2 objdump=$3 work=$4 source=$5
shift 5
for tool in "$compiler" "$objdump"; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skipped: $tool is not installed"; exit 77; }
done
mkdir -p "$work"
rm -f "$work"/*.o
(cd "$work" && "$compiler" -std=c99 "$@" -I"$source/include" -c "$source"/src/*.c "$source"/src/*/*.c)

variable='\<(u|s|i)?div(w|l|q|s[sd]|p[sd])?\>|\<v?(div|sqrt)|\<(udiv|sdiv|vdiv|vsqrt)'
found=$("$objdump" -d --no-show-raw-insn "$work"/*.o |
    awk -F'\t' 'NF > 1 { print $2 }' | grep -E "^($variable)" || true)
if [ -n "$found" ]; then
    echo "$found"
    echo "instructions.sh: $name has instructions of variable time"
    exit 1
fi
instructions=$("$objdump" -d --no-show-raw-insn "$work"/*.o | awk -F'\t' 'NF > 1' | wc -l)
[ "$instructions" -gt 5000 ] || { echo "instructions.sh: only $instructions instructions"; exit 1; }
echo "$name: none of $instructions instructions has a variable time"
