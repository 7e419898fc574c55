#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# corpus.sh BUILD [TARGET...]: keeps what fuzzing has learned, of all targets or those named, in
# tests/fuzz/corpus/TARGET.tar.gz: the smallest inputs of BUILD/corpus that reach what no seed does, so
# long as they are few and small. Packed, since hundreds of files of noise are nothing to read; the same
# inputs make the same bytes.
set -eu
build=$1
shift
most_bytes=40000 # of a target, before they are packed
longest=4096
export ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/support/lsan.supp:print_suppressions=0}"

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(for source in tests/fuzz/fuzz_*.c; do basename "$source" .c | sed 's/^fuzz_//'; done)
fi
mkdir -p tests/fuzz/corpus
for name in "$@"; do
    work=$build/keep/$name
    rm -rf "$work"
    mkdir -p "$work/seeds" "$work/learned" "$work/kept"
    sh tests/fuzz/seeds.sh "$name" "$work/seeds"
    for input in tests/fuzz/finds/"$name"-*; do
        [ ! -f "$input" ] || cp "$input" "$work/seeds"
    done
    kept=tests/fuzz/corpus/$name.tar.gz
    [ ! -f "$kept" ] || gzip -dc "$kept" | tar -C "$work/learned" -xf -
    mkdir -p "$build/corpus/$name"
    find "$build/corpus/$name" -type f -size -"$((longest + 1))"c -exec cp -t "$work/learned" {} +
    "$build/fuzz/$name" -merge=1 -use_counters=0 -timeout=60 -rss_limit_mb=2048 -max_len=32768 \
        "$work/seeds" "$work/learned" >"$work/log" 2>&1
    find "$work/seeds" -type f -printf '%s %f\n' | sort -n | grep -E ' [0-9a-f]{40}$' |
        awk -v most="$most_bytes" '(sum += $1) <= most { print $2 }' |
        while read -r input; do cp "$work/seeds/$input" "$work/kept"; done
    find "$work/kept" -type f -printf '%f\n' | LC_ALL=C sort |
        tar -C "$work/kept" --mtime=@0 --mode=0644 --owner=0 --group=0 --numeric-owner -T - -cf - |
        gzip -n -9 >"$kept"
    echo "$name: $(find "$work/kept" -type f | wc -l) inputs, $(wc -c <"$kept") bytes packed"
done
