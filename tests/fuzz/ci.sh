#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ci.sh BUILD SECONDS: runs every fuzz target of BUILD/fuzz over what is known, then on, for so long in all, as many
# targets at once as there are processors. The command line, which runs the whole program and begins first, gets as
# much as six others: what is known of it takes most of that.
set -u
build=$1
seconds=$2
set -- tests/fuzz/fuzz_*.c
share=$((seconds / ($# + 5)))
{ echo command && printf '%s\n' "$@" | sed 's,.*/fuzz_,,; s,\.c$,,' | grep -v '^command$'; } |
    xargs -P "$(getconf _NPROCESSORS_ONLN)" -I '{}' sh -c '
        [ "$3" != command ] || set -- "$1" $((6 * $2)) "$3"
        sh tests/fuzz/run.sh "$1" "$2" "$3"' fuzz "$build" "$share" '{}'
