# SPDX-License-Identifier: MIT
# The front doors of fieldkex; everything behind them is CMake (see `make help`).

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
# More configure options for the host build, such as -DCMAKE_BUILD_TYPE=Debug.
CMAKE_OPTIONS ?=
# More words for `fieldkex bench`, such as --quick.
BENCH_OPTIONS ?=
# More words for ctest, such as -R vectors.
TEST_OPTIONS ?=

.DEFAULT_GOAL := all
.PHONY: all bench test firmware install uninstall clean help setup-build setup-bench setup-test

help:
	@echo 'make            build the library and the fieldkex command into $(BUILD)/'
	@echo 'make bench      install what is missing, build, run, print the two published tables'
	@echo '                (BENCH_OPTIONS=--quick for a short run)'
	@echo 'make test       install what is missing, build and run every test'
	@echo '                (TEST_OPTIONS="-R vectors" for some of them)'
	@echo 'make firmware   build the board images into $(BUILD)/firmware/'
	@echo 'make install    install below PREFIX ($(PREFIX)); DESTDIR is honoured'
	@echo 'make uninstall  remove what the last make install from $(BUILD)/ put there'
	@echo 'make clean      remove $(BUILD)/, also the sources of other libraries in $(BUILD)/peers'

all: setup-build
	@scripts/build host '$(BUILD)' '$(JOBS)' '-DCMAKE_INSTALL_PREFIX=$(PREFIX)' $(CMAKE_OPTIONS)

firmware: setup-bench
	@scripts/fetch-peers '$(BUILD)/peers'
	@scripts/build firmware '$(BUILD)' '$(JOBS)'

bench: setup-bench
	@scripts/fetch-peers '$(BUILD)/peers'
	@scripts/build host '$(BUILD)' '$(JOBS)' '-DCMAKE_INSTALL_PREFIX=$(PREFIX)' $(CMAKE_OPTIONS)
	@scripts/build firmware '$(BUILD)' '$(JOBS)'
	@scripts/bench '$(BUILD)' $(BENCH_OPTIONS)

test: setup-test
	@scripts/fetch-peers '$(BUILD)/peers'
	@scripts/build tests '$(BUILD)' '$(JOBS)' '-DCMAKE_INSTALL_PREFIX=$(PREFIX)' $(CMAKE_OPTIONS)
	@scripts/build firmware '$(BUILD)' '$(JOBS)'
	@scripts/test '$(BUILD)' '$(JOBS)' $(TEST_OPTIONS)

install:
	@test -f '$(BUILD)/CMakeCache.txt' || \
	    { echo 'make install: nothing is built in $(BUILD)/ yet; run make first' >&2; exit 2; }
	cmake --install '$(BUILD)' --prefix '$(PREFIX)'

uninstall:
	@scripts/uninstall '$(BUILD)'

clean:
	rm -rf -- '$(BUILD)'

setup-build setup-bench setup-test: setup-%:
	@scripts/setup '$*'
