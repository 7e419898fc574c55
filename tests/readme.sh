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
    awk '/^\*\*/ {n++} (n == 1 || n == 2 || n == 6) && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/capacity"
"$program" recover ec42-archive --lose host --format md |
    awk '/^\*\*/ {n++} n <= 2 && /^\|/ {if (n != last && last) print ""; last = n; print}' >"$parts/recover"
"$program" check fefcc-3hdd --format md | awk -F'|' '/^\|/ {print "|" $2 "|" $3 "|" $4 "|" $5 "|"}' >"$parts/check" || true
"$program" report proxmox-3node-nvme --need vms-200-nvme --quiet --format md |
    awk '/^\| target / {on = 1} !/^\|/ {on = 0} on' >"$parts/need" || true
"$program" validate data/records --lopo --format md | rows >"$parts/lopo"
grep -v '^| outside the fit, ' "$parts/lopo" >"$parts/accuracy"
only 2 '^ outside the fit, ' <"$parts/lopo" | sed 's/^| outside the fit, /| /' >"$parts/outside"
"$program" validate data/records --model all --lopo --format md | grep '^|' | only 3 '^ (all|outside the fit, all) $' |
    sed 's/| all |/| fit |/; s/| outside the fit, all |/| outside |/' | cut -d'|' -f1-9 | sed 's/$/|/' >"$parts/formulas"
# The columns of a table that are given by number.
columns() { awk -F'|' -v list="$1" 'BEGIN {n = split(list, c, " ")} {for (i = 1; i <= n; i++) printf "|%s", $(c[i] + 1); print "|"}'; }
# Part N of an answer.
part() { awk -v n="$1" '/^\*\*/ {seen++} seen == n && /^\|/'; }
for need in vms-200-nvme:vms archive-1pb-ec:archive home-3node:home; do
    "$program" size "${need%:*}" --format md >"$parts/answer"
    part 1 <"$parts/answer" | columns '2 3 4 5 6 7 9 12 14 15' >"$parts/size${need#*:}"
    part 2 <"$parts/answer" | columns '1 2 3 5 6 7' >"$parts/goals${need#*:}"
done
"$program" compare fefcc-3hdd fefcc-6hdd --format md | part 1 | columns '1 2 3 4 6 7' | sed 's/ p10 \.\. p50 \.\. p90//g' >"$parts/compare"
{
    echo '```'
    "$program" help | awk '/^commands:/ {on = 1; next} /^$/ {on = 0} on' | sed 's/^  //'
    echo '```'
} >"$parts/commands"

awk -v parts="$parts" '
    /^<!-- [a-z]+ -->$/ {print; name = $2; file = parts "/" name; while ((getline line < file) > 0) print line; skip = 1; next}
    /^<!-- \/[a-z]+ -->$/ {skip = 0}
    !skip' README.md
