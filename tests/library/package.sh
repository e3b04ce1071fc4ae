#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh SOURCE WORK: configures the library alone, builds and installs it into a prefix of its
# own, moves that prefix, and builds a consumer against it in each way that the README shows.
set -eu

source=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
log=$work/log
fail() {
    [ -f "$log" ] && cat "$log"
    echo "package.sh: $*" >&2
    exit 1
}
quietly() {
    "$@" >"$log" 2>&1 || fail "failed: $*"
}

quietly cmake -S "$source" -B "$work/build" -DFIELDKEX_BUILD_WORKBENCH=OFF \
    -DFIELDKEX_BUILD_TESTS=OFF -DFIELDKEX_WERROR=ON "-DCMAKE_INSTALL_PREFIX=$work/first"
# Without any dependency: the library alone looks for none.
if grep -iE 'openssl|jansson|unicorn|sodium|libelf|cmocka' "$work/build/CMakeCache.txt"; then
    fail "the library's own build looks for a dependency"
fi
quietly cmake --build "$work/build" -j 2
quietly cmake --install "$work/build"
# An installed tree may be moved.
mv "$work/first" "$work/prefix"
prefix=$work/prefix

expected=$(cd "$source/include" && find . -name '*.h' | sort)
installed=$(cd "$prefix/include" && find . -type f | sort)
[ "$expected" = "$installed" ] || fail "installed headers are not those of include/: $installed"

packages=$(find "$prefix" -name fieldkex.pc)
[ -n "$packages" ] || fail "no pkg-config file is installed"
PKG_CONFIG_PATH=$(dirname "$packages")
export PKG_CONFIG_PATH
version=$(sed -n 's/^#define FK_VERSION "\(.*\)"/\1/p' "$source/include/fieldkex/version.h")
[ "$(pkg-config --modversion fieldkex)" = "$version" ] || fail "pkg-config has another version"
libdir=$(pkg-config --variable=libdir fieldkex)
consumer=$source/tests/library/consumer.c
run() {
    LD_LIBRARY_PATH=$libdir "$1" >"$log" 2>&1 || fail "$1 failed"
    grep -q "^$version " "$log" || fail "$1 printed something else"
}

# pkg-config, shared and static. The flags are words.
# shellcheck disable=SC2046
quietly cc -Wall -Wextra -Wpedantic -Werror "$consumer" $(pkg-config --cflags --libs fieldkex) -o "$work/shared"
run "$work/shared"
# shellcheck disable=SC2046
quietly cc "$consumer" $(pkg-config --cflags fieldkex) "$libdir/libfieldkex.a" -o "$work/static"
run "$work/static"

# CMake, both targets.
mkdir "$work/consumer"
cat >"$work/consumer/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(fieldkex $version REQUIRED)
add_executable(with_static $consumer)
target_link_libraries(with_static PRIVATE fieldkex::fieldkex)
add_executable(with_shared $consumer)
target_link_libraries(with_shared PRIVATE fieldkex::fieldkex_shared)
END
quietly cmake -S "$work/consumer" -B "$work/consumer/build" "-DCMAKE_PREFIX_PATH=$prefix"
quietly cmake --build "$work/consumer/build"
run "$work/consumer/build/with_static"
run "$work/consumer/build/with_shared"

# Without CMake at all, as src/CMakeLists.txt says.
quietly cc -O1 "-I$source/include" "$consumer" "$source"/src/*.c "$source"/src/*/*.c -o "$work/sources"
run "$work/sources"

# C++, where a compiler is there.
if command -v c++ >/dev/null 2>&1; then
    # shellcheck disable=SC2046
    quietly c++ -x c++ -Wall -Wextra -Wpedantic -Werror "$consumer" -x none \
        $(pkg-config --cflags --libs fieldkex) -o "$work/cxx"
    run "$work/cxx"
fi
echo "installed, found and linked: pkg-config, CMake, plain sources"
