#!/bin/sh
# SPDX-License-Identifier: MIT
# own_vectors_fresh.sh GENERATOR FILE WORK: FILE is what GENERATOR writes now.
set -eu
"$1" "$3"
cmp "$3" "$2" || {
    echo "$2 is not what its generator writes; run: cmake --build BUILD --target own_vectors_file" >&2
    exit 1
}
