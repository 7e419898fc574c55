#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What `make coverage` says of lines that were run: floors, files that need a reason, reasons that are none any more.
set -u
. tests/support/shell.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# file NAME RUN NOT: a file of so many lines that were run and that were not.
file() {
    echo "SF:/somewhere/src/$1"
    awk -v run="$2" -v not="$3" 'BEGIN { for (i = 1; i <= run + not; i++) print "DA:" i "," (i <= run ? 7 : 0) }'
    echo end_of_record
}
# judged: the status of coverage.awk and its lines, of $scratch/info and $scratch/uncovered.
judged() {
    said=$(LC_ALL=C awk -f tests/coverage.awk "$scratch/uncovered" "$scratch/info")
    status=$?
}
# says STATUS TEXT...
says() {
    wanted=$1
    shift
    [ "$status" -eq "$wanted" ] || return 1
    for text in "$@"; do
        case $said in *"$text"*) ;; *) return 1 ;; esac
    done
}

{ file base/a.c 90 2; file base/b.c 90 10; file render/c.c 1 9; } >"$scratch/info"
printf '# why\n\nbase/b.c    the disk must fail for it\nrender/c.c  beauty\n' >"$scratch/uncovered"
judged
check all_is_well "status $status: $said" says 0 'base      93.8 % of 192 lines' 'render    10.0 % of 10 lines' \
    'base/b.c                  90.0 % of 100 lines: the disk must fail for it'
case $said in *base/a.c*) fail good_file_is_silent "$said" ;; *) pass good_file_is_silent ;; esac
sed -i.old '/render/d' "$scratch/uncovered"
judged
check a_reason_is_wanted "status $status: $said" says 1 'render/c.c is below 95 %'
mv "$scratch/uncovered.old" "$scratch/uncovered"
echo 'base/a.c  it was worse' >>"$scratch/uncovered"
judged
check a_reason_may_be_too_much "status $status: $said" says 1 'base/a.c, which needs none'
sed -i.old '/a\.c/d' "$scratch/uncovered"
echo 'base/gone.c  it was there' >>"$scratch/uncovered"
judged
check a_reason_needs_its_file "status $status: $said" says 1 'base/gone.c, and there is no such file'
for floor in base model load engine plan; do
    file "$floor/low.c" 89 11 >"$scratch/info"
    echo "$floor/low.c  lazy" >"$scratch/uncovered"
    judged
    check "floor_of_$floor" "status $status: $said" says 1 "$floor: 89.0 % of lines; at least 90 % are wanted"
done
finish
