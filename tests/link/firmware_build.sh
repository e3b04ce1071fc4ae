#!/bin/sh
# SPDX-License-Identifier: MIT
# firmware_build.sh SOURCE WORK: the firmware builds without the peers, and images.json says why each of their
# images is missing; options of the host's compiler in the environment do no harm.
set -eu

source=$1
work=$2
command -v arm-none-eabi-gcc >/dev/null 2>&1 || {
    echo "skipped: arm-none-eabi-gcc is not installed"
    exit 77
}
rm -rf "$work"
mkdir -p "$work/peers/mbedtls-9.9.9"
echo 'its sources could not be had: "no" \ network [a;b|c' >"$work/peers/wolfssl.reason"

CFLAGS='-march=native -fcf-protection' LDFLAGS=-Wl,--nonsense
export CFLAGS LDFLAGS
if ! cmake -S "$source/firmware" -B "$work/build" -DFIELDKEX_WERROR=ON \
    "-DCMAKE_TOOLCHAIN_FILE=$source/cmake/arm-none-eabi.cmake" \
    "-DFIELDKEX_PEERS_DIR=$work/peers" -DCMAKE_BUILD_TYPE=Debug >"$work/log" 2>&1 ||
    ! cmake --build "$work/build" >>"$work/log" 2>&1; then
    tail -n 30 "$work/log" >&2
    exit 1
fi

json=$work/build/images.json
fail() {
    echo "firmware_build: $*" >&2
    cat "$json" >&2
    exit 1
}
[ "$(grep -c '"elf"' "$json")" -eq "$(ls "$work/build"/*.elf | wc -l)" ] || fail "images without an entry"
grep -q '"elf": "fieldkex-portable.elf"' "$json" || fail "our own image is missing"
[ "$(grep -c '"flash_bytes": [1-9]' "$json")" -ge 6 ] || fail "flash bytes are missing"
for variant in c-O0 c-O1 c-Os c-O2 sp-asm-O2; do
    grep -F "\"wolfssl\", \"variant\": \"$variant\"" "$json" |
        grep -qF 'its sources could not be had: \"no\" \\ network (a,b/c' || fail "no reason for wolfssl $variant"
done
for variant in O2 Os O2-noasm; do
    grep -F "\"mbedtls\", \"variant\": \"$variant\"" "$json" | grep -q 'not for 9.9.9' ||
        fail "no reason for mbedtls $variant"
done
! grep -q 'march=native' "$json" || fail "the host's options are in"
