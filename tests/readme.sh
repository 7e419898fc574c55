#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fills the parts of README.md between <!-- name --> and <!-- /name --> with what the program prints, to standard
# output. `make readme` writes the result back; a test compares it with the file.
set -eu
program=${CEPHPLAN:-build/cephplan}
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Table rows alone, without the column of the model, which they share.
rows() { grep '^|' | sed 's/^| engine |/|/; s/^| model |/|/; s/^|---|---|/|---|/'; }
# The head of a table, and the rows whose cell in a column matches.
only() { awk -F'|' -v column="$1" -v pattern="$2" 'NR <= 2 || $column ~ pattern'; }

"$program" estimate rbdbench --format md >"$parts/answer"
sed '/^\*\*The loss/,$d' "$parts/answer" | grep '^|' |
    awk -F'|' '{print "|" $2 "|" $4 "|" $5 "|" $7 "|" $8 "|"}' | sed 's/ p10 \.\. p50 \.\. p90//g' >"$parts/estimate"
"$program" estimate rbdbench -w rw=randread,bs=4k,iodepth=32 --format md | awk '/^\*\*The loss/ {on = 1} on && /^\|/' >"$parts/losses"
"$program" expand fefcc-3hdd --add osds=1 --format md | awk '/^\*\*/ {n++} n == 1 && /^\|/' >"$parts/expand"
"$program" capacity ec42-archive --today 2026-12-01 --format md |
    awk '/^\*\*/ {n++} (n == 1 || n == 5) && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/capacity"
"$program" recover ec42-archive --lose host --format md |
    awk '/^\*\*/ {n++} n <= 2 && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/recover"
"$program" check fefcc-3hdd --format md | awk -F'|' '/^\|/ {print "|" $2 "|" $3 "|" $4 "|" $5 "|"}' >"$parts/check" || true
"$program" report proxmox-3node-nvme --need vms-200-nvme --format md |
    awk '/^\| target / {on = 1} !/^\|/ {on = 0} on' >"$parts/need" || true
"$program" validate data/records --lopo --format md | rows >"$parts/lopo"
grep -v '^| outside the fit, ' "$parts/lopo" >"$parts/accuracy"
only 2 '^ outside the fit, ' <"$parts/lopo" | sed 's/^| outside the fit, /| /' >"$parts/outside"
"$program" validate data/records --model all --lopo --format md | grep '^|' | only 3 '^ (all|outside the fit, all) $' |
    sed 's/| all |/| fit |/; s/| outside the fit, all |/| outside |/' | cut -d'|' -f1-9 | sed 's/$/|/' >"$parts/formulas"
{
    echo '```'
    "$program" help | awk '/^commands:/ {on = 1; next} /^$/ {on = 0} on' | sed 's/^  //'
    echo '```'
} >"$parts/commands"

awk -v parts="$parts" '
    /^<!-- [a-z]+ -->$/ {print; name = $2; file = parts "/" name; while ((getline line < file) > 0) print line; skip = 1; next}
    /^<!-- \/[a-z]+ -->$/ {skip = 0}
    !skip' README.md
