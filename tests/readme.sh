#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fills the parts of README.md between <!-- name --> and <!-- /name --> with what the program prints, to standard
# output. `make readme` writes the result back; a test compares it with the file.
set -eu
program=${CEPHPLAN:-build/cephplan}
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Table rows alone, without the columns that all share.
rows() { grep '^|' | sed 's/^| engine |/|/; s/^| model |/|/; s/^|---|---|/|---|/'; }

"$program" validate data/records --lopo --format md | rows >"$parts/accuracy"
"$program" validate data/records --model all --lopo --format md | grep '^|' |
    awk -F'|' 'NR <= 2 || $3 ~ /^ all $/ {print "|" $2 "|" $4 "|" $5 "|" $6 "|" $7 "|" $8 "|" $9 "|"}' >"$parts/formulas"
"$program" estimate rbdbench -w rw=randread,bs=4k,iodepth=32 --format md | awk '/^\*\*The loss/ {on = 1} on && /^\|/' >"$parts/losses"
"$program" expand fefcc-3hdd --add osds=1 --format md | awk '/^\*\*/ {n++} n == 1 && /^\|/' >"$parts/expand"
"$program" capacity ec42-archive --today 2026-12-01 --format md |
    awk '/^\*\*/ {n++} (n == 1 || n == 5) && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/capacity"
"$program" recover ec42-archive --lose host --format md |
    awk '/^\*\*/ {n++} n <= 2 && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/recover"
"$program" check fefcc-3hdd --format md | awk -F'|' '/^\|/ {print "|" $2 "|" $3 "|" $4 "|" $5 "|"}' >"$parts/check" || true
{
    echo '```'
    "$program" help | awk '/^commands:/ {on = 1; next} /^$/ {on = 0} on' | sed 's/^  //'
    echo '```'
} >"$parts/commands"

awk -v parts="$parts" '
    /^<!-- [a-z]+ -->$/ {print; name = $2; file = parts "/" name; while ((getline line < file) > 0) print line; skip = 1; next}
    /^<!-- \/[a-z]+ -->$/ {skip = 0}
    !skip' README.md
