#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What test scripts share: results in the words of cmocka, so that tests/run.sh counts both alike.
# A script sources this, calls `pass NAME` or `fail NAME WHY`, and ends with `finish`.

failures=

pass() {
    printf '[       OK ] %s\n' "$1"
}

fail() {
    printf '[  FAILED  ] %s\n%s\n' "$1" "$2"
    failures="$failures $1"
}

# check NAME WHY COMMAND...: passes when the command succeeds.
check() {
    check_name=$1
    check_why=$2
    shift 2
    if "$@"; then
        pass "$check_name"
    else
        fail "$check_name" "$check_why"
    fi
}

# As cmocka does, failures are named once more at the end; tests/run.sh counts on it.
finish() {
    for name in $failures; do
        printf '[  FAILED  ] %s\n' "$name"
    done
    [ -z "$failures" ]
}
