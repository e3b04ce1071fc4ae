#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh FIELDKEX SOURCES: what fieldkex compare says of results that differ in a known way. The
# file of made-up figures has a row a line.
. "$2/checks.sh"
old=$sources/tables_all.json

gives 0 "$fieldkex" compare "$old" "$old"
one_line_of out 1
grep -q '^120 rows compared, 0 slower by more than 1 %, 0 without figures now, 0 new, 0 of another compiler$' out ||
    fail "a file against itself"

# The first row: half a per cent slower, with eight bytes less of stack.
sed '2s/: 20000000/: 20100000/g; 2s/"time_ms": 1250.0/"time_ms": 1256.25/
    2s/"stack_bytes": 1000/"stack_bytes": 992/' "$old" >slower.json
gives 0 "$fieldkex" compare "$old" slower.json
grep -q '^wolfssl/c-O0 .* 20000000 *20100000 *+0.50% *-8 *+0$' out || fail "half a per cent"
gives 1 "$fieldkex" compare --limit 0.4 "$old" slower.json
grep -q '+0.50%.*SLOWER$' out || fail "the slower row is not marked"
grep -q ' 1 slower by more than 0.4 %' out || fail "the slower row is not counted"
gives 0 "$fieldkex" compare --limit 0.4 slower.json "$old"
grep -q ' -0.50% *+8 ' out || fail "a faster row"

# The first row is gone: lost one way, new the other way.
sed 2d "$old" >fewer.json
gives 1 "$fieldkex" compare "$old" fewer.json
grep -q '^wolfssl/c-O0 .*has no figures in the new file$' out || fail "a lost row is not told"
grep -q '^119 rows compared, .* 1 without figures now' out || fail "a lost row is not counted"
gives 0 "$fieldkex" compare fewer.json "$old"
grep -q '^wolfssl/c-O0 .*is new$' out || fail "a new row is not told"

sed 's/fake-gcc 0\.0/fake-gcc 1.0/' "$old" >other.json
gives 2 "$fieldkex" compare "$old" other.json
says 'have no row in common that the same compiler made'
grep -q ' 120 of another compiler$' out || fail "rows of another compiler are not counted"

refused "$fieldkex" compare
refused "$fieldkex" compare "$old"
refused "$fieldkex" compare - -
refused "$fieldkex" compare --limit x "$old" "$old"
says "not 'x'"
refused "$fieldkex" compare --limit -1 "$old" "$old"
refused "$fieldkex" compare --limit nan "$old" "$old"
refused "$fieldkex" compare "$old" /nonexistent.json
says '/nonexistent.json'
gives 0 "$fieldkex" compare --help
