#!/bin/sh
# SPDX-License-Identifier: MIT
# command_line.sh FIELDKEX SOURCES IMAGES VERSION: help, versions, unknown words, bad files, output that
# cannot be written, pipes that close.
version=$4
. "$2/checks.sh"
results=$sources/tables_gaps.json

# Help and version.
gives 0 "$fieldkex"
cp out help
for command in bench tables run list validate; do
    grep -q "^  $command " help || fail "the help does not name $command"
    gives 0 "$fieldkex" "$command" --help
    grep -q "^usage: fieldkex $command" out || fail "$command --help has no usage"
    grep -q '^example' out || fail "$command --help has no example"
    [ ! -s err ] || fail "$command --help complains"
    awk 'length > 100 { exit 1 }' out || fail "$command --help is wider than 100 columns"
    cp out long
    gives 0 "$fieldkex" "$command" -h
    cmp -s out long || fail "$command -h is not --help"
    gives 0 "$fieldkex" help "$command"
    cmp -s out long || fail "help $command is not $command --help"
    refused "$fieldkex" "$command" --frobnicate
    says "--frobnicate"
    refused "$fieldkex" "$command" -z
    says "'-z'"
done
gives 0 "$fieldkex" --help
cmp -s out help || fail "--help is not what fieldkex alone prints"
gives 0 "$fieldkex" --version
[ "$(cat out)" = "fieldkex $version" ] || fail "the version is not $version"

# Unknown words.
refused "$fieldkex" frobnicate
says "unknown command 'frobnicate'"
refused "$fieldkex" --frobnicate
refused "$fieldkex" ''
refused "$fieldkex" bench frobnicate
refused "$fieldkex" bench --curve
says "needs a value"
refused "$fieldkex" bench --curve x25518
says "x25519, x448, p256"
refused "$fieldkex" bench --operation sign
says "public_key, shared_secret"
refused "$fieldkex" bench --board nucleo-l476rx
says "there is: host, nucleo-l476rg"
for number in 0 -1 x 1.5 '' 99999999999999999999 1G; do
    refused "$fieldkex" bench --samples "$number"
    refused "$fieldkex" bench --clock "$number"
    refused "$fieldkex" run --cycles "$number" any.elf
done
refused "$fieldkex" bench --jobs 65
refused "$fieldkex" bench --quick=yes
refused "$fieldkex" bench --board host --clock 80M
refused "$fieldkex" bench --board host --implementation wolfssl
refused "$fieldkex" list
refused "$fieldkex" list frobs
refused "$fieldkex" list boards operations
refused "$fieldkex" tables
refused "$fieldkex" tables --format html "$results"
refused "$fieldkex" tables "$results" "$results"
refused "$fieldkex" validate
refused "$fieldkex" run
refused "$fieldkex" run one.elf two.elf

# Lists.
gives 0 "$fieldkex" list boards
grep -q '^nucleo-l476rg .*16 MHz 80 MHz' out || fail "the board is not listed"
gives 0 "$fieldkex" list operations
one_line_of out 6

# Where data is.
FIELDKEX_DATA=$work/nowhere
export FIELDKEX_DATA
refused "$fieldkex" list boards
says FIELDKEX_DATA
refused "$fieldkex" bench
mkdir -p "$work/data/boards/nucleo-l476rg" "$work/data/images"
FIELDKEX_DATA=$work/data
echo '{' >data/boards/nucleo-l476rg/board.json
refused "$fieldkex" bench
says 'board.json:2:'
echo '{ "clocks": 3 }' >data/boards/nucleo-l476rg/board.json
refused "$fieldkex" bench
says 'clocks must be'
echo '{ "clocks": [ { "hz": 16000000 } ] }' >data/boards/nucleo-l476rg/board.json
refused "$fieldkex" bench
says 'images'
refused "$fieldkex" bench --images "$work/data/images"
says 'images.json'
start='{ "schema": "fieldkex-images/1", "board": "nucleo-l476rg", "images":'
one='"implementation": "a", "variant": "b", "elf": "c.elf", "code_memory": "flash"'
for text in '' '{' '[]' '{}' '{ "schema": "fieldkex-images/2" }' "$start [ 1 ] }" "$start [ {} ] }" \
    "$start [ { $one } ] }" "$start [ { $one, \"operations\": [] } ] }" \
    "$start [ { $one, \"operations\": [ { \"curve\": \"x25518\" } ] } ] }" \
    "$start [], \"skipped\": [ { \"implementation\": \"a\" } ] }"; do
    printf '%s\n' "$text" >data/images/images.json
    refused "$fieldkex" bench
    says "images.json:[0-9]*:[0-9]*: "
    refused "$fieldkex" list implementations
done
printf '%s [] }\n' "$start" >data/images/images.json
refused "$fieldkex" bench
refused "$fieldkex" bench --implementation wolfssl
says "unknown implementation 'wolfssl'"
refused "$fieldkex" bench --clock 80M
says 'no clock of 80000000 Hz'
printf '{ "schema": "fieldkex-images/1", "board": "other", "images": [] }\n' >data/images/images.json
refused "$fieldkex" bench
says "'other'"

# Peers that could not be built: rows that say so, status 0.
printf '%s [], "skipped": [ { "implementation": "wolfssl", "variant": "c-O2", "reason": "no sources" } ] }\n' \
    "$start" >data/images/images.json
gives 0 "$fieldkex" bench --json skipped.json
gives 0 "$fieldkex" validate skipped.json
grep -q '4 rows, 4 skipped' out || fail "skipped rows are not counted"
gives 0 "$fieldkex" bench
[ "$(grep -c 'skipped: no sources' out)" -eq 4 ] || fail "skipped rows do not say why"
# An image that is not there: the run failed, every row says so.
printf '%s [ { %s, "operations": [ { "curve": "p256", "operation": "public_key" } ] } ] }\n' \
    "$start" "$one" >data/images/images.json
cp "$sources/../../boards/nucleo-l476rg/board.json" data/boards/nucleo-l476rg/
gives 1 "$fieldkex" bench --clock 16M --json failed.json
says 'c.elf'
gives 0 "$fieldkex" validate failed.json
grep -q '1 rows, 1 skipped' out || fail "a failed run is not in the results"
# What --quick leaves out, and that it leaves nothing out that was asked for by name.
two='[ { "curve": "x448", "operation": "public_key" }, { "curve": "p256", "operation": "public_key" } ]'
rest='"elf": "c.elf", "code_memory": "flash", "operations":'
printf '%s [ { "implementation": "mbedtls", "variant": "O2", %s %s },
    { "implementation": "wolfssl", "variant": "c-O0", %s %s } ] }\n' \
    "$start" "$rest" "$two" "$rest" "$two" >data/images/images.json
gives 1 "$fieldkex" bench --quick --json quick.json
[ "$(grep -c 'left out by --quick"' quick.json)" -eq 4 ] || fail "slow builds are not left out"
[ "$(grep -c 'since no table shows it"' quick.json)" -eq 3 ] || fail "rows without a table are not left out"
[ "$(grep -c 'the run failed"' quick.json)" -eq 1 ] || fail "other rows than one were run"
gives 1 "$fieldkex" bench --quick --implementation mbedtls --json quick.json
[ "$(grep -c 'the run failed"' quick.json)" -eq 4 ] || fail "rows that were asked for are left out"
unset FIELDKEX_DATA

# Files of results.
refused "$fieldkex" tables absent.json
refused "$fieldkex" tables .
refused "$fieldkex" tables /dev/null
refused "$fieldkex" tables "$fieldkex"
gives 2 "$fieldkex" validate "$results" absent.json
one_line_of err 1
one_line_of out 1
head -c 1000 "$results" >cut.json
refused "$fieldkex" tables cut.json
says 'cut.json:[0-9]*:[0-9]*: '
sed 's/"flash_wait_states": 4/"flash_wait_states": -4/' "$results" >wrong.json
refused "$fieldkex" validate wrong.json
says 'wrong.json:[0-9]*:[0-9]*: results\[[0-9]*\].flash_wait_states: must be'
printf 'x' >'two
lines.json'
refused "$fieldkex" validate 'two
lines.json'
gives 0 "$fieldkex" validate "$results" "$results"
one_line_of out 2
status=0
"$fieldkex" tables - <"$results" >out 2>err || status=$?
[ "$status" -eq 0 ] && [ -s out ] || fail "standard input is not read"

# Output that cannot be written.
for words in --help --version 'list operations' "tables $results" "validate $results" \
    'bench --board host --samples 1 --curve x25519'; do
    status=0
    # The words are to be split.
    # shellcheck disable=SC2086
    "$fieldkex" $words >/dev/full 2>err || status=$?
    : >out
    [ "$status" -eq 2 ] || fail "'$words' on a full disk gave $status"
    one_line_of err 1
done
host="bench --board host --samples 1 --curve x25519"
# shellcheck disable=SC2086
{
    refused "$fieldkex" $host --json /dev/full
    refused "$fieldkex" $host --json absent/results.json
    refused "$fieldkex" $host --json "$results/results.json"
    refused "$fieldkex" $host --json .
    echo kept >old.json
    # What cannot be written is said before anything is run.
    refused "$fieldkex" bench --json absent/results.json
    says 'cannot be written'
    gives 0 "$fieldkex" $host --json old.json
    gives 0 "$fieldkex" validate old.json
    ln -s old.json link.json
    gives 0 "$fieldkex" $host --json link.json
    [ -L link.json ] || fail "a symbolic link was replaced"
    gives 0 "$fieldkex" $host --json -
    "$fieldkex" validate - <out >/dev/null || fail "--json - is not a results file"
}
[ -z "$(find . -name '*.json.*')" ] || fail "temporary files are left"

# A disk that fills up while the file is written leaves what was there. (ulimit counts 512 bytes.)
echo kept >small.json
status=0
# shellcheck disable=SC2086
(ulimit -f 1 && trap '' XFSZ && exec "$fieldkex" $host --json small.json) >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "a disk that fills up gave $status"
[ "$(cat small.json)" = kept ] || fail "a half-written file was left"
[ -z "$(find . -name '*.json.*')" ] || fail "temporary files are left"

# A reader that goes away: as any program that SIGPIPE ends, without a word.
for words in --help "tables $results" "$host --json -"; do
    rm -f closed status
    {
        until [ -e closed ]; do sleep 0.05; done
        # shellcheck disable=SC2086
        "$fieldkex" $words 2>err && echo 0 >status || echo $? >status
    } | {
        exec <&-
        : >closed
    }
    until [ -s status ]; do sleep 0.05; done
    [ "$(cat status)" -eq 141 ] || fail "'$words' into a closed pipe gave $(cat status)"
    [ ! -s err ] || fail "'$words' into a closed pipe complains"
done

# No colours in a pipe; on a terminal unless NO_COLOR says no.
escape=$(printf '\033')
gives 0 "$fieldkex" tables "$results"
! grep -q "$escape" out || fail "escapes in a pipe"
if command -v script >/dev/null; then
    TERM=xterm script -qec "'$fieldkex' tables '$results'" /dev/null >out </dev/null
    grep -q "$escape" out || fail "no bold titles on a terminal"
    NO_COLOR=1 TERM=xterm script -qec "'$fieldkex' tables '$results'" /dev/null >out </dev/null
    ! grep -q "$escape" out || fail "NO_COLOR is not honoured"
    TERM=dumb script -qec "'$fieldkex' tables '$results'" /dev/null >out </dev/null
    ! grep -q "$escape" out || fail "escapes on a dumb terminal"
fi
