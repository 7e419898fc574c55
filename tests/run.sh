#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs test programs, as many at once as there are processors (TEST_JOBS=n says otherwise), and ends with one line of sums:
# `N passed, N failed`. What a failed program wrote stands above that line, whole.
set -u

# The worker, run once a program: its words go to OUT.log, its counts to OUT.sum, one line to the terminal.
if [ "${1-}" = --one ]; then
    program=$3
    out=$2/$(echo "$program" | tr / _)
    if [ "${program%.sh}" != "$program" ]; then
        sh "$program" >"$out.log" 2>&1
    else
        ${WRAPPER:-} "$program" >"$out.log" 2>&1
    fi
    status=$?
    good=$(grep -c '^\[       OK \]' "$out.log")
    bad=$(grep -c '^\[  FAILED  \] [^0-9]' "$out.log")
    # cmocka names each failed test twice: where it failed and in the sum at the end.
    bad=$(((bad + 1) / 2))
    # A program that died is a failure, whatever it said before, and so is one that neither ran a test nor says why.
    if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] ||
        { [ "$good" -eq 0 ] && ! grep -q '^\[  SKIPPED \]' "$out.log"; }; }; then
        bad=1
    fi
    echo "$good $bad" >"$out.sum"
    if [ "$bad" -eq 0 ]; then
        echo "ok: $program ($good)"
        grep '^\[  SKIPPED \]' "$out.log"
    else
        echo "FAILED: $program (status $status)" >>"$out.log"
        mv "$out.log" "$out.bad"
    fi
    exit 0
fi

# Running out of memory is a case under test, not a reason for the sanitizer to end the program.
export ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/support/lsan.supp:print_suppressions=0}"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
printf '%s\n' "$@" | xargs -P "${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)}" -I '{}' sh "$0" --one "$folder" '{}'
passed=0
failed=0
for program in "$@"; do
    out=$folder/$(echo "$program" | tr / _)
    good=0
    bad=1
    if [ -e "$out.sum" ]; then
        read -r good bad <"$out.sum"
    else
        echo "FAILED: $program (did not end)"
    fi
    if [ -e "$out.bad" ]; then
        cat "$out.bad"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
