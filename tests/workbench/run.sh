#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh FIELDKEX SOURCES: fieldkex run with firmware of its own (console_firmware.c): the console, the
# trigger pin, each way to end, and files that are no firmware.
. "$2/checks.sh"
command -v arm-none-eabi-gcc >/dev/null || skip "arm-none-eabi-gcc is not installed"

arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O1 -g -ffreestanding -nostdlib -Wl,--build-id=none \
    -Wl,-Ttext=0x08000100,--section-start=.vectors=0x08000000 -Wl,-e,0x08000100 \
    -o console.elf "$sources/console_firmware.c" 2>gcc.log || { cat gcc.log; exit 1; }

# run STATUS INPUT [OPTION]...: output in `out`, messages in `err`.
run() {
    wanted=$1 input=$2
    shift 2
    status=0
    printf %s "$input" | "$fieldkex" run "$@" console.elf >out 2>err || status=$?
    [ "$status" -eq "$wanted" ] || fail "run $* with '$input' gave $status, not $wanted"
}

# The console, and each good end.
run 0 'hello, B'
[ "$(cat out)" = "ready
HELLO, B" ] || fail "the console is wrong"
grep -q '^[0-9]* cycles, [0-9]* instructions$' err || fail "no cycles at the end"
one_line_of err 1
run 0 'aS'
[ "$(cat out)" = "ready
AS" ] || fail "semihosting exit: the console is wrong"
run 0 'L'
run 0 ''
grep -q 'the input has ended' err || fail "end of input is not said"
run 0 'abc'
grep -q 'the input has ended' err || fail "end of input is not said"

# A semihosting exit with a status.
run 1 'X'
grep -q '^fieldkex: run: the firmware ended with status 3$' err || fail "status 3 is not said"

# The trigger pin: number, cycles, microseconds at the clock; the same cycles each time.
run 0 'TTB'
[ "$(grep -c '^trigger [12]: [0-9]* cycles, [0-9.]* us at 4 MHz$' err)" -eq 2 ] || fail "no triggers"
cycles=$(sed -n 's/^trigger 1: \([0-9]*\) cycles.*/\1/p' err)
# 1000 turns of at least NOP, SUBS, and a taken branch.
[ "$cycles" -ge 4000 ] && [ "$cycles" -lt 20000 ] || fail "trigger 1 took $cycles cycles"
us=$(sed -n 's/^trigger 1: .* cycles, \([0-9]*\)\..* us.*/\1/p' err)
[ "$us" -eq $((cycles / 4)) ] || fail "$cycles cycles at 4 MHz are not $us us"
cp err first
run 0 'TTB'
cmp -s err first || fail "two runs differ"
run 0 'H'
grep -q '^trigger 1: still high$' err || fail "a trigger that stays high is not said"

# Faults, what is not modelled, the cycle budget.
run 1 'F'
grep -q '^fieldkex: run: .*60000000' err || fail "the fault does not name its address"
grep -q 'console_firmware.c:' err || fail "the fault does not name its line"
run 1 'M'
grep -q '^fieldkex: run: .*40016804' err || fail "the register is not named"
run 0 'MB' --lenient
grep -q '^1 access' err || fail "accesses to unmodelled registers are not counted"
run 1 'W' --cycles 1M
grep -q '^fieldkex: run: ' err || fail "the budget is not said"
run 0 'B' --board nucleo-l476rg

# Files that are no firmware: one line, status 2, nothing run.
size=$(wc -c <console.elf)
for length in 0 1 4 15 16 51 52 53 83 84 100 200 $((size / 2)) $((size - 1)); do
    head -c "$length" console.elf >cut.elf
    status=0
    "$fieldkex" run cut.elf </dev/null >out 2>err || status=$?
    # Cut behind everything that is loaded it may still run, without its section table.
    if [ "$status" -ne 2 ] && [ "$length" -lt 200 ]; then fail "$length bytes gave $status"; fi
    [ "$status" -ne 2 ] || { one_line_of err 1 && [ ! -s out ]; } || fail "$length bytes: messages"
    [ "$status" -le 2 ] || fail "$length bytes gave $status"
done
refused "$fieldkex" run /dev/null
refused "$fieldkex" run .
refused "$fieldkex" run absent.elf
refused "$fieldkex" run "$fieldkex"
refused "$fieldkex" run "$sources/run.sh"
# Another kind of processor in an otherwise good header (e_machine, bytes 18 and 19).
cp console.elf other.elf
printf '\076\000' | dd of=other.elf bs=1 seek=18 conv=notrunc 2>/dev/null
refused "$fieldkex" run other.elf

# Damaged headers and segments neither crash nor hang.
for at in $(seq 16 3 120); do
    cp console.elf damaged.elf
    printf '\377' | dd of=damaged.elf bs=1 seek="$at" conv=notrunc 2>/dev/null
    status=0
    "$fieldkex" run --cycles 1M damaged.elf </dev/null >out 2>err || status=$?
    [ "$status" -le 2 ] || fail "byte $at damaged gave $status: $(cat err)"
done

# Output that cannot be written ends the run.
status=0
echo hello | "$fieldkex" run console.elf >/dev/full 2>err || status=$?
[ "$status" -eq 2 ] || fail "a full disk gave $status"
grep -q '^fieldkex: standard output: ' err || fail "a full disk is not said"

# Ctrl-C ends endless firmware: the shell sees the signal.
mkfifo held
"$fieldkex" run console.elf <held >out 2>err &
pid=$!
exec 9>held
printf W >&9
until grep -q ready out 2>/dev/null || ! kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
kill -INT "$pid"
status=0
wait "$pid" || status=$?
exec 9>&-
[ "$status" -eq 130 ] || fail "Ctrl-C gave $status"
grep -q '^fieldkex: run: interrupted$' err || fail "Ctrl-C is not said"
