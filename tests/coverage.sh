#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests ran of the program, after `make coverage` built and ran it in the folder given: one
# line a floor and one a file below 90 %, and a page for each file in FOLDER/html.
set -eu
folder=$1
log=$folder/lcov.log
if ! lcov --quiet --capture --directory "$folder/obj" --base-directory . --no-external \
    --exclude '*/embedded_data.c' --output-file "$folder/all.info" >"$log" 2>&1 ||
    ! genhtml --quiet --output-directory "$folder/html" "$folder/all.info" >>"$log" 2>&1; then
    cat "$log"
    exit 1
fi
awk -F: '
/^SF:/ { n = split($2, path, "/"); file = path[n - 1] "/" path[n]; floor = path[n - 1] }
/^DA:/ { split($2, line, ","); lines[file]++; total[floor]++; if (line[2] > 0) { hit[file]++; hits[floor]++ } }
END {
    for (floor in total) printf "1 %-8s %5.1f %% of %d lines\n", floor, 100 * hits[floor] / total[floor], total[floor]
    for (file in lines) if (hit[file] < 0.9 * lines[file])
        printf "2   %-24s %5.1f %% of %d lines\n", file, 100 * hit[file] / lines[file], lines[file]
}' "$folder/all.info" | LC_ALL=C sort | cut -c3-
echo "$folder/html/index.html"
