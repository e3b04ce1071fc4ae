#!/bin/sh
# SPDX-License-Identifier: MIT
# determinism.sh FIELDKEX SOURCES IMAGES: two benches, one in the opposite order, one with probes and one
# with another number of processes give the same bytes.
. "$2/checks.sh"
needs_images
selection="--implementation fieldkex/portable --samples 1"
if [ -f "$images/fieldkex-armv7em-fp-sram2.elf" ]; then
    selection="$selection --implementation fieldkex/armv7em-fp"
fi
if [ -f "$images/wolfssl-sp-asm-O2.elf" ]; then
    selection="$selection --implementation wolfssl/sp-asm-O2"
fi

# shellcheck disable=SC2086
{
    gives 0 "$fieldkex" bench $selection --json first.json
    grep -q '"cycles_median": [0-9]' first.json || fail "there are no figures"
    for options in "" "--reverse --jobs 1" "--probe --jobs 3"; do
        gives 0 "$fieldkex" bench $selection $options --json again.json
        cmp first.json again.json || fail "bench $options differs"
    done
    # One row alone is the same as among others.
    gives 0 "$fieldkex" bench --implementation fieldkex/portable --samples 1 --curve x448 \
        --operation shared_secret --clock 80M --json one.json
}
figures() {
    tr -d '\n' <"$1" | grep -o '{[^{}]*}' | grep '"implementation": "fieldkex"' |
        grep '"curve": "x448"' | grep '"operation": "shared_secret"' | grep '"clock_hz": 80000000'
}
figures first.json | tr -d ' ' >all
figures one.json | tr -d ' ' >one
[ -s one ] && cmp all one || fail "a row alone differs from the row among others"
