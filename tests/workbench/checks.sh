# SPDX-License-Identifier: MIT
# What the shell tests of the command share. Sourced with: FIELDKEX SOURCES [IMAGES]. Works in a folder
# of its own that is removed at the end.
set -eu
export LC_ALL=C
unset FIELDKEX_DATA NO_COLOR 2>/dev/null || true
fieldkex=$1 sources=$2 images=${3-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    for file in out err; do
        [ ! -s "$file" ] || { echo "--- $file"; head -n 20 "$file"; }
    done
    exit 1
}

skip() {
    echo "skipped: $*"
    exit 77
}

# one_line_of FILE N: it has exactly N lines.
one_line_of() {
    [ "$(wc -l <"$1")" -eq "$2" ] || fail "$1 has not $2 lines"
}

# gives STATUS COMMAND...: output in `out`, messages in `err`.
gives() {
    wanted=$1
    shift
    status=0
    "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || fail "'$*' gave $status, not $wanted"
}

# refused COMMAND...: status 2, one line on standard error, nothing else.
refused() {
    gives 2 "$@"
    [ ! -s out ] || fail "'$*' printed something"
    one_line_of err 1
    grep -q '^fieldkex: ' err || fail "'$*' does not say who complains"
}

# says PATTERN: the last command's message.
says() {
    grep -q -e "$1" err || fail "the message lacks '$1'"
}

needs_images() {
    [ -f "$images/images.json" ] || skip "no board images in $images (make firmware builds them)"
}
