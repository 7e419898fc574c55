#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of two runs of `make bench` side by side: bench_compare.sh OLD NEW.
set -eu
if [ $# -ne 2 ] || [ ! -r "$1" ] || [ ! -r "$2" ]; then
    echo "bench-compare: OLD=FILE and NEW=FILE, each what a 'make bench' printed" >&2
    exit 2
fi
awk '
function field(key,   part) {
    if (!match($0, "\"" key "\": *(\"[^\"]*\"|[-+.0-9e]+)")) return ""
    part = substr($0, RSTART, RLENGTH)
    sub(/^"[^"]*": */, "", part)
    gsub(/"/, "", part)
    return part
}
/^\{/ {
    name = field("name")
    if (FILENAME == ARGV[1]) old[name] = field("value")
    else { new[name] = field("value"); unit[name] = field("unit"); order[++n] = name }
}
END {
    printf "%-32s %12s %12s %-4s %7s\n", "figure", "old", "new", "", "new/old"
    for (i = 1; i <= n; i++) {
        name = order[i]
        if (name in old) printf "%-32s %12s %12s %-4s %7.3f\n", name, old[name], new[name], unit[name], new[name] / old[name]
        else printf "%-32s %12s %12s %-4s\n", name, "-", new[name], unit[name]
    }
}' "$1" "$2"
