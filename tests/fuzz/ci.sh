#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ci.sh BUILD SECONDS: replays what every fuzz target of BUILD/fuzz has, then fuzzes for so long in all.
set -eu
build=$1
seconds=$2
set -- tests/fuzz/fuzz_*.c
sh tests/fuzz/run.sh "$build" 0
sh tests/fuzz/run.sh "$build" $((seconds / $#))
