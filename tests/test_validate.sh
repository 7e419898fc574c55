#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The two tables of `cephplan validate` against each other: the rows that are furthest off, all of them asked for, are as
# many as the groups say, stand in order, and are measured over predicted; and the groups against each other.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
records=$(ls data/records/n-cephio-2021* data/records/h-inktank* data/records/n-micron* data/records/seed-kvaps*)

# tables NAME ARGUMENTS...: the groups in $scratch/groups, the rows in $scratch/rows.
tables() {
    name=$1
    shift
    # shellcheck disable=SC2086
    "$program" validate $records --draws 10 --format csv "$@" >"$scratch/both" 2>"$scratch/err"
    check "${name}_answers" "$(cat "$scratch/err")" [ $? -eq 0 ]
    sed '/^$/,$d' "$scratch/both" >"$scratch/groups"
    sed '1,/^$/d' "$scratch/both" >"$scratch/rows"
}

# The last columns may hold commas in quotes; those that count stand before them.
cat >"$scratch/rows.awk" <<'END'
BEGIN { FS = "," }
function abs(x) { return x < 0 ? -x : x }
NR == 1 { next }
{
    off = abs(log($8))
    if (NR > 2 && off > before + 1e-9) bad = bad "\n" $1 " row " $2 " stands below a row that is nearer"
    if (abs($4 / $6 / $8 - 1) > 1e-9) bad = bad "\n" $1 " row " $2 ": the factor is not measured over predicted"
    before = off
    n[$10]++
}
END {
    if (bad != "") { print bad > "/dev/stderr"; exit 1 }
    for (kind in n) print kind "," n[kind]
}
END
tables all --worst 1000
LC_ALL=C awk -f "$scratch/rows.awk" "$scratch/rows" >"$scratch/sums" 2>"$scratch/why"
check rows_stand_in_order_of_their_factor "$(cat "$scratch/why")" [ $? -eq 0 ]
for kind in fit 'outside the fit'; do
    [ "$kind" = fit ] && group=all || group='"outside the fit, all"'
    wanted=$(grep "^$kind," "$scratch/sums" | cut -d, -f2-)
    got=$(grep "^engine,$group," "$scratch/groups" | sed 's/"outside the fit, all"/outside/' | cut -d, -f3)
    check "number_of_rows_of_${kind%% *}" "groups say $got, the rows $wanted" [ -n "$wanted" -a "$got" = "$wanted" ]
done
rows=$(wc -l <"$scratch/rows")
head -n 4 "$scratch/rows" >"$scratch/first"
tables three --worst 3
check worst_three_are_the_first_of_all "$(diff "$scratch/first" "$scratch/rows")" cmp -s "$scratch/first" "$scratch/rows"
check as_text_too "$("$program" validate n-cephio-2021-8node-64nvme-nautilus-1osd --draws 10 --worst 1 2>&1)" \
    sh -c "'$program' validate n-cephio-2021-8node-64nvme-nautilus-1osd --draws 10 --worst 1 | grep -q 'Rows that are furthest off'"

# Grouped otherwise, the groups add up to the same rows.
for by in class publisher quality; do
    tables "by_$by" --by "$by"
    sums=$(sed 's/"\([^,"]*\), \([^"]*\)"/\1 \2/' "$scratch/groups" | LC_ALL=C awk -F, '
        NR == 1 { next }
        $2 == "all" || $2 == "outside the fit all" { all += $3; next }
        { groups++; each += $3 }
        END { print all, each, groups }')
    all=${sums%% *} rest=${sums#* }
    check "groups_by_${by}_add_up" "$sums of $((rows - 1)) rows: $(cat "$scratch/groups")" \
        [ "$all" = "$((rows - 1))" -a "${rest% *}" = "$all" -a "${rest#* }" -gt 1 ]
done
"$program" validate rbdbench --by colour >"$scratch/both" 2>"$scratch/err"
check by_refuses_what_it_does_not_know "$(cat "$scratch/err")" [ $? -eq 2 ]
check by_says_what_is_allowed "$(cat "$scratch/err")" grep -q "allowed: class, publisher or quality" "$scratch/err"

# Elsewhere than in the sources, data/records are those that the program carries.
top=$(pwd)
case $program in /*) ;; *) program=$top/$program ;; esac
"$program" validate --draws 10 --format csv -q >"$scratch/carried"
(cd "$scratch" && "$program" validate data/records/ --draws 10 --format csv -q) >"$scratch/named"
check records_are_carried "$(cat "$scratch/named")" cmp -s "$scratch/carried" "$scratch/named"
"$program" validate data/records --draws 10 --format csv -q >"$scratch/read"
check records_carried_are_those_of_the_folder "$(diff "$scratch/carried" "$scratch/read")" cmp -s "$scratch/carried" "$scratch/read"
mkdir "$scratch/empty"
: >"$scratch/empty/notes.txt"
"$program" validate "$scratch/empty" >"$scratch/both" 2>"$scratch/err"
check a_folder_without_records_is_refused "status $?: $(cat "$scratch/err")" [ $? -eq 3 ]
check it_says_what_is_missing "$(cat "$scratch/err")" grep -q 'holds no .yaml file' "$scratch/err"
finish
