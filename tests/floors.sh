#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A file includes its own floor (only modules named before it in src/FLOORS) and lower floors; engine and plan
# never include load; render includes only base and the result modules of model.
set -eu
awk '
FILENAME == "src/FLOORS" {
    if ($0 ~ /^#/ || NF == 0) next
    floor = $1; sub(/:$/, "", floor); order[floor] = ++floors
    for (i = 2; i <= NF; i++) place[floor "/" $i] = ++modules
    next
}
/^#include "/ {
    split(FILENAME, path, "/"); floor = path[2]
    module = path[3]; sub(/\.[ch]$/, "", module); self = floor "/" module
    target = $2; gsub(/"/, "", target); sub(/\.h$/, "", target)
    split(target, parts, "/")
    if (!(self in place)) { print FILENAME ": module is not in src/FLOORS"; bad = 1; next }
    if (!(target in place)) { print FILENAME ": includes " target ", which is not in src/FLOORS"; bad = 1; next }
    if (target == self) next
    if (place[target] > place[self]) { print FILENAME ": includes " target " from above it"; bad = 1 }
    if ((floor == "engine" || floor == "plan") && parts[1] == "load") { print FILENAME ": " floor " includes load"; bad = 1 }
    if (floor == "render" && parts[1] != "base" && parts[1] != "render" && target != "model/table" && target != "model/figure" && target != "model/document") {
        print FILENAME ": render includes " target; bad = 1
    }
}
END { exit bad }' src/FLOORS $(find src include -mindepth 2 -name '*.[ch]' | sort)
