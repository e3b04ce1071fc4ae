#!/bin/sh
# SPDX-License-Identifier: MIT
# symbols.sh SOURCE STATIC SHARED NAME...: SHARED exports exactly the functions of the public headers
# and has a versioned soname; STATIC defines nothing without the prefix fk_, has no data that changes,
# and needs nothing but memcpy and memset.
set -eu

source=$1 static=$2 shared=$3
fail() {
    echo "symbols.sh: $*" >&2
    exit 1
}

declared=$(cat "$source"/include/fieldkex/*.h | tr '\n' ' ' |
    sed 's/typedef [^;]*;//g' | grep -oE '\<fk_[a-z0-9_]+\(' | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$shared" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort -u)
[ "$declared" = "$exported" ] ||
    fail "exported and declared functions differ:
exported: $exported
declared: $declared"

soname=$(readelf -d "$shared" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
version=$(sed -n 's/^#define FK_VERSION "\([0-9]*\.[0-9]*\)\..*"/\1/p' "$source/include/fieldkex/version.h")
case $soname in
"libfieldkex.so.$version" | "libfieldkex.so.${version%%.*}") ;;
*) fail "the soname is \"$soname\", the version $version" ;;
esac
[ "${version%%.*}" != 0 ] || [ "$soname" = "libfieldkex.so.$version" ] ||
    fail "before 1.0 the soname carries the minor version too"

others=$(nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^fk_/ { print $3 }')
[ -z "$others" ] || fail "defined without the prefix fk_: $others"

# D, B, C, G, S: data that can change.
state=$(nm --defined-only "$static" | awk 'NF == 3 && $2 ~ /^[DdBbCGgSs]$/ && $3 !~ /^\.L/ { print $3 }')
[ -z "$state" ] || fail "global state: $state"

own=$(nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u)
needed=$(nm -u "$static" | awk '$1 == "U" { print $2 }' | sort -u | while IFS= read -r symbol; do
    echo "$own" | grep -qxF "$symbol" || echo "$symbol"
done)
for symbol in $needed; do
    case $symbol in
    memcpy | memset) ;;
    _GLOBAL_OFFSET_TABLE_) ;; # the linker's own, of position-independent code
    *) fail "needs $symbol" ;;
    esac
done
echo "$(echo "$exported" | wc -l) functions exported as $soname; needed from outside:" $needed
