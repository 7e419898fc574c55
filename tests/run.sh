#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs test programs one after another and ends with one line of sums: `N passed, N failed`.
set -u
# Running out of memory is a case under test, not a reason for the sanitizer to end the program.
export ASAN_OPTIONS="${ASAN_OPTIONS:-allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/support/lsan.supp:print_suppressions=0}"
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for program in "$@"; do
    if [ "${program%.sh}" != "$program" ]; then
        sh "$program" >"$log" 2>&1
    else
        ${WRAPPER:-} "$program" >"$log" 2>&1
    fi
    status=$?
    good=$(grep -c '^\[       OK \]' "$log")
    bad=$(grep -c '^\[  FAILED  \] [^0-9]' "$log")
    # cmocka names each failed test twice: where it failed and in the sum at the end.
    bad=$(((bad + 1) / 2))
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" -ne 0 ] || [ "$status" -ne 0 ]; then
        cat "$log"
        echo "FAILED: $program (status $status)"
    else
        echo "ok: $program ($good)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
