#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh FIELDKEX SOURCES IMAGES BUILD: the installed command finds what was installed with it, also
# after it was moved, and knows nothing of the build tree.
build=$4
. "$2/checks.sh"
cmake --install "$build" --prefix "$work/first" >log 2>&1 || { cat log; fail "cmake --install"; }
mv first second
command=$work/second/bin/fieldkex
[ -f second/share/fieldkex/boards/nucleo-l476rg/board.json ] || fail "no board is installed"
[ "$(find second/share/fieldkex/boards -type f | wc -l)" -eq 1 ] || fail "more than board.json is installed"
gives 0 "$command" list boards
grep -q '^nucleo-l476rg ' out || fail "the installed command knows no board"
# Line numbers for a debugger may name it.
strip -g -o stripped "$command" 2>/dev/null || cp "$command" stripped
! grep -q "$build" stripped || fail "the build folder is in the command"
needs_images
gives 0 "$command" list implementations
grep -q '^fieldkex/portable ' out || fail "the installed command knows no image"
gives 0 "$command" bench --quick --implementation fieldkex --curve p256 --json results.json
# Images that are not installed are not found elsewhere.
rm -r second/share/fieldkex/images
refused "$command" list implementations
