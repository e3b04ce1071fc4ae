#!/bin/sh
# SPDX-License-Identifier: MIT
# wrong_answers.sh FIELDKEX SOURCES IMAGES CORRUPT_ELF: an image with a wrong constant has no time, one
# that faults has none either; the status is 1 and everything else goes on.
corrupt=$4
. "$2/checks.sh"
needs_images
bench() {
    gives "$1" "$fieldkex" bench --images damaged --quick --implementation fieldkex/portable --clock 16M \
        --json "$2"
}

cp -r "$images/images.json" "$images"/fieldkex-portable.elf .
mkdir damaged
cp images.json damaged/
cp fieldkex-portable.elf damaged/

# The table of multiples of the base point is for P-256 public keys alone.
"$corrupt" damaged/fieldkex-portable.elf fk_p256_comb_table flip
bench 1 wrong.json
one_line_of err 1
says 'fieldkex portable, p256 public_key.*: the answer is wrong'
gives 0 "$fieldkex" validate wrong.json
grep -q '6 rows, 0 skipped, 1 with wrong answers' out || fail "other rows than one are wrong"
tr -d '\n' <wrong.json | grep -o '{[^{}]*"answers": "fail"[^{}]*}' >row
for member in samples cycles_min cycles_median cycles_max time_ms charge_uc; do
    grep -q "\"$member\": null" row || fail "a wrong row has $member"
done
gives 0 "$fieldkex" tables wrong.json
grep -q FAILED out || fail "the tables do not say that an answer was wrong"
gives 1 "$fieldkex" bench --images damaged --quick --implementation fieldkex/portable --curve p256 --clock 16M
[ "$(grep -c 'FAILED: an answer was wrong' out)" -eq 1 ] || fail "the list does not say it"

# An operation that faults: the message names the address, rows say that the run failed.
cp fieldkex-portable.elf damaged/
"$corrupt" damaged/fieldkex-portable.elf fk_x448_shared_secret undefined
bench 1 fault.json
says 'fieldkex portable, x448 shared_secret'
gives 0 "$fieldkex" validate fault.json
grep -q ' 1 skipped, 0 with wrong' out || fail "a fault is no skipped row"
grep -q '"skipped": "the run failed"' fault.json || fail "the row does not say why"

# An image that is cut off.
head -c 5000 fieldkex-portable.elf >damaged/fieldkex-portable.elf
bench 1 cut.json
says 'fieldkex-portable.elf'
gives 0 "$fieldkex" validate cut.json
grep -q '6 rows, 6 skipped' out || fail "a cut image has figures"

# The image of another implementation under this one's name.
cp "$images"/wolfssl-c-O2.elf damaged/fieldkex-portable.elf 2>/dev/null || exit 0
bench 1 other.json
says "the board runs 'wolfssl c-O2'"
