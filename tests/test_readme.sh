#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# README.md shows what the program prints today.
new=$(mktemp)
trap 'rm -f "$new"' EXIT
if sh tests/readme.sh >"$new" && cmp -s "$new" README.md; then
    echo '[       OK ] the_readme_is_current'
else
    diff README.md "$new" | head -n 20
    echo '[  FAILED  ] the_readme_is_current (make readme)'
    exit 1
fi
