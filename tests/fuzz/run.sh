#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh BUILD SECONDS: runs every fuzz target of BUILD/fuzz for so long. What it learns stays in
# BUILD/corpus, so that the next run goes on from there; an input that breaks something goes to
# BUILD/finds, and the exit status says so.
set -u
build=$1
seconds=$2
export ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/support/lsan.supp:print_suppressions=0}"

# What each target starts from, and the words it is told.
seeds() {
    case $1 in
    cluster) echo tests/bad models/clusters data/records ;;
    device) echo tests/bad data/devices ;;
    import) [ ! -d tests/cases ] || find tests/cases -mindepth 1 -maxdepth 1 -type d ;;
    *) echo "tests/fuzz/seeds/$1" ;;
    esac
}
words() {
    case $1 in
    units) echo tests/fuzz/units.dict ;;
    *) echo tests/fuzz/yaml.dict ;;
    esac
}

failed=0
mkdir -p "$build/finds"
for source in tests/fuzz/fuzz_*.c; do
    name=${source#tests/fuzz/fuzz_}
    name=${name%.c}
    mkdir -p "$build/corpus/$name"
    log=$build/$name.log
    # shellcheck disable=SC2046 # a list of folders
    "$build/fuzz/$name" -max_total_time="$seconds" -dict="$(words "$name")" -max_len=8192 -timeout=10 \
        -rss_limit_mb=2048 -artifact_prefix="$build/finds/$name-" -print_final_stats=1 -close_fd_mask=1 \
        "$build/corpus/$name" $(seeds "$name") >"$log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    cover=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    echo "$name: ${runs:-0} inputs, ${cover:-0} edges covered, status $status"
    if [ "$status" -ne 0 ]; then
        failed=$((failed + 1))
        tail -n 40 "$log"
    fi
done
[ "$failed" -eq 0 ]
