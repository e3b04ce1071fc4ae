#!/bin/sh
# SPDX-License-Identifier: MIT
# interrupt.sh FIELDKEX SOURCES IMAGES: Ctrl-C during a bench ends all of its processes and leaves the file
# of results as it was.
. "$2/checks.sh"
needs_images

# Many samples: it would take hours.
for name in INT TERM; do
    for before in absent kept; do
        rm -f results.json
        [ "$before" = absent ] || echo kept >results.json
        "$fieldkex" bench --implementation fieldkex --samples 100000 --json results.json >out 2>err &
        pid=$!
        until [ -n "$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)" ]; do
            kill -0 "$pid" 2>/dev/null || fail "the bench ended by itself"
            sleep 0.05
        done
        children=$(cat "/proc/$pid/task/$pid/children")
        kill "-$name" "$pid"
        status=0
        wait "$pid" || status=$?
        case $name in INT) wanted=130 ;; TERM) wanted=143 ;; esac
        [ "$status" -eq "$wanted" ] || fail "SIG$name gave $status"
        one_line_of err 1
        says 'interrupted, no results are written'
        for child in $children; do
            ! kill -0 "$child" 2>/dev/null || fail "process $child is left"
        done
        if [ "$before" = absent ]; then
            [ ! -e results.json ] || fail "a file of results was left"
        else
            [ "$(cat results.json)" = kept ] || fail "the file of results was changed"
        fi
        [ -z "$(find . -name 'results.json.*')" ] || fail "temporary files are left"
    done
done
