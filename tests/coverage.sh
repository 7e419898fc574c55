#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests ran of the program, after `make coverage` built and ran it in the folder given: what coverage.awk says
# of it, and a page for each file in FOLDER/html.
set -eu
folder=$1
log=$folder/lcov.log
if ! lcov --quiet --capture --directory "$folder/obj" --base-directory . --no-external \
    --exclude '*/embedded_data.c' --output-file "$folder/all.info" >"$log" 2>&1 ||
    ! genhtml --quiet --output-directory "$folder/html" "$folder/all.info" >>"$log" 2>&1; then
    cat "$log"
    exit 1
fi
status=0
awk -f tests/coverage.awk tests/uncovered "$folder/all.info" >"$folder/summary" || status=$?
LC_ALL=C sort "$folder/summary" | cut -c3-
echo "$folder/html/index.html"
exit $status
