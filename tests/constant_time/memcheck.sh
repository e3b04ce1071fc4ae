#!/bin/sh
# SPDX-License-Identifier: MIT
# memcheck.sh PROGRAM: nothing of the library depends on a secret, and memcheck does report both
# controls, so that its silence means something. Exit status 77 where valgrind is missing.
set -u

program=$1
command -v valgrind >/dev/null 2>&1 || { echo "skipped: valgrind is not installed"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Status 99: memcheck reported something.
memcheck() {
    valgrind --quiet --error-exitcode=99 --track-origins=no "$program" "$1" >"$log" 2>&1
}

memcheck library
status=$?
if [ "$status" -ne 0 ]; then
    cat "$log"
    echo "memcheck.sh: $program library: status $status (99: a secret decides a branch or an address)"
    exit 1
fi
grep -q 'every operation ran, 0 wrong' "$log" || { cat "$log"; exit 1; }

control() {
    memcheck "$1"
    status=$?
    if [ "$status" -ne 99 ] || ! grep -q "$2" "$log"; then
        cat "$log"
        echo "memcheck.sh: the control $1 was not reported as \"$2\" (status $status)"
        exit 1
    fi
}
control leaky-branch 'Conditional jump or move depends on uninitialised'
control leaky-address 'Use of uninitialised value'
echo "no branch and no address depends on a secret; both controls were reported"
