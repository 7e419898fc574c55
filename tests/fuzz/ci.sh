#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ci.sh BUILD SECONDS: replays what every fuzz target of BUILD/fuzz has, then fuzzes for so long in all, as many targets
# at once as there are processors.
set -u
build=$1
seconds=$2
set -- tests/fuzz/fuzz_*.c
each=$((seconds / $#))
printf '%s\n' "$@" | sed 's,.*/fuzz_,,; s,\.c$,,' |
    xargs -P "$(getconf _NPROCESSORS_ONLN)" -I '{}' sh -c '
        sh tests/fuzz/run.sh "$1" 0 "$3" && sh tests/fuzz/run.sh "$1" "$2" "$3"' fuzz "$build" "$each" '{}'
