#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ci.sh BUILD SECONDS: replays what every fuzz target of BUILD/fuzz has, then fuzzes for so long in all.
set -eu
build=$1
seconds=$2
n=0
for source in tests/fuzz/fuzz_*.c; do
    n=$((n + 1))
done
sh tests/fuzz/run.sh "$build" 0
sh tests/fuzz/run.sh "$build" $((seconds / n))
