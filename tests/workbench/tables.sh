#!/bin/sh
# SPDX-License-Identifier: MIT
# tables.sh FIELDKEX SOURCES: the tables of two files of made-up figures, letter for letter, and their width.
. "$2/checks.sh"
for name in tables_all tables_gaps; do
    gives 0 "$fieldkex" tables "$sources/$name.json"
    diff -u "$sources/$name.txt" out || fail "$name.txt"
    ! grep -q ' $' out || fail "$name: blanks at the end of a line"
    if [ -f "$sources/$name.md" ]; then
        gives 0 "$fieldkex" tables --format markdown "$sources/$name.json"
        diff -u "$sources/$name.md" out || fail "$name.md"
    fi
done
for name in tables_all tables_gaps; do
    gives 0 "$fieldkex" tables "$sources/$name.json"
    awk 'length > 120 { exit 1 }' out || fail "$name: the tables are wider than 120 columns"
done
