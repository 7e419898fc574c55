#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh BUILD SECONDS [TARGET...]: runs the fuzz targets of BUILD/fuzz (all, or those named) for so long
# each, one after another; 0 seconds replay what is there. Each starts from its seeds, from the inputs that
# once broke something (tests/fuzz/finds/TARGET-*), from what was kept of earlier runs (tests/fuzz/corpus,
# which corpus.sh makes), and from what it learned before: BUILD/corpus, where it adds what it learns now. An input that breaks something goes to BUILD/finds, and the exit status says so.
set -u
build=$1
seconds=$2
shift 2
export ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/support/lsan.supp:print_suppressions=0}"

# The words a target is told, and the longest input it makes up.
words() {
    case $1 in
    units) echo tests/fuzz/units.dict ;;
    import | format) echo tests/fuzz/import.dict ;;
    command) echo tests/fuzz/command.dict ;;
    *) echo tests/fuzz/yaml.dict ;;
    esac
}
longest() {
    case $1 in
    import | format | command) echo 32768 ;;
    *) echo 8192 ;;
    esac
}

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(for source in tests/fuzz/fuzz_*.c; do basename "$source" .c | sed 's/^fuzz_//'; done)
fi
limit=-max_total_time=$seconds
[ "$seconds" -gt 0 ] || limit=-runs=0
failed=0
mkdir -p "$build/finds"
for name in "$@"; do
    rm -rf "$build/seeds/$name"
    sh tests/fuzz/seeds.sh "$name" "$build/seeds/$name"
    mkdir -p "$build/corpus/$name"
    for find in tests/fuzz/finds/"$name"-*; do
        [ ! -f "$find" ] || cp "$find" "$build/seeds/$name"
    done
    kept=tests/fuzz/corpus/$name.tar.gz
    [ ! -f "$kept" ] || gzip -dc "$kept" | tar -C "$build/seeds/$name" -xf -
    log=$build/$name.log
    "$build/fuzz/$name" "$limit" -dict="$(words "$name")" -max_len="$(longest "$name")" -timeout=60 \
        -rss_limit_mb=2048 -artifact_prefix="$build/finds/$name-" -print_final_stats=1 \
        "$build/corpus/$name" "$build/seeds/$name" >"$log" 2>&1
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
