#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report from outside: three forms of one document, the same bytes from the same input, files that
# appear whole or not at all, and the exit status of each kind of mistake.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
export SOURCE_DATE_EPOCH=1700000000

# says STATUS TEXT ARGUMENTS...: the exit status, and the text on stderr.
says() {
    wanted=$1 text=$2
    shift 2
    "$program" report "$@" >"$scratch/said.out" 2>"$scratch/said.err"
    status=$?
    [ "$status" -eq "$wanted" ] && grep -q -- "$text" "$scratch/said.err" && return 0
    echo "status $status, said: $(cat "$scratch/said.err")"
    return 1
}

# holds FILE TEXT
holds() {
    grep -aq -- "$2" "$1"
}

# empty FOLDER: nothing stands in it.
empty() {
    [ -z "$(ls -A "$1")" ]
}

for form in pdf html md; do
    mkdir "$scratch/$form.1" "$scratch/$form.2"
    for n in 1 2; do
        check "writes_${form}_$n" "fails" "$program" report rbdbench -o "$scratch/$form.$n/r.$form"
    done
    check "same_bytes_$form" "differ" diff -r "$scratch/$form.1" "$scratch/$form.2"
    check "to_stdout_$form" "differs" sh -c "'$program' report rbdbench --format $form >'$scratch/out'"
done
check pdf_is_pdf "no PDF" holds "$scratch/pdf.1/r.pdf" '^%PDF-1'
check html_is_html "no HTML" holds "$scratch/html.1/r.html" '^<!DOCTYPE html>'
check html_is_one_file "more than one" [ "$(ls "$scratch/html.1")" = r.html ]
missing=
for picture in $(sed -n 's/^!\[.*\](\([^)]*\))$/\1/p' "$scratch/md.1/r.md"); do
    holds "$scratch/md.1/$picture" '^<?xml' || missing="$missing $picture"
done
check md_pictures_are_there "missing:$missing" [ -z "$missing" ]
check md_pictures_are_all_linked "more files than links" [ \
    "$(ls "$scratch/md.1" | grep -c svg)" -eq "$(grep -c '^!\[' "$scratch/md.1/r.md")" ]

check several_clusters "fails" "$program" report fefcc-3hdd kvaps -o "$scratch/two.html"
check several_side_by_side "not side by side" holds "$scratch/two.html" 'Side by side'
check expansion "fails" "$program" report rbdbench --expand hosts=2 -o "$scratch/grown.md"
check expansion_sums_up "no verdict" holds "$scratch/grown.md" 'The expansion: 2 more hosts, 36 OSDs to 54'
check expansion_before_and_after "no table" holds "$scratch/grown.md" '^| 4k random read | 3.26k IOPS | .*k IOPS | +'

# A need: met by the design that was made for it, missed by what holds less; the exit status says so.
"$program" size vms-200-nvme -o "$scratch/designs" --quiet >"$scratch/size.out"
design=$scratch/designs/design-1.yaml
check need_is_met "status $?" "$program" report "$design" --need vms-200-nvme -o "$scratch/met.md"
check need_says_met "no verdict" holds "$scratch/met.md" 'The need vms-200-nvme is met'
check need_lists_targets "no target" holds "$scratch/met.md" '^| safe capacity | at least 51.8'
"$program" report proxmox-3node-nvme --need vms-200-nvme -o "$scratch/missed.md"
check need_missed_exits_1 "status $?" [ $? -eq 1 ]
check need_says_missed "no verdict" holds "$scratch/missed.md" 'The need vms-200-nvme is not met'
check need_says_by_how_much "no shortfall" holds "$scratch/missed.md" '^| safe capacity | .* | MISSED, 75'
check need_is_appended "no text" holds "$scratch/missed.md" '^cephplan: need/1$'
check need_of_several "fails" "$program" report proxmox-3node-nvme "$design" --need vms-200-nvme -o "$scratch/which.md"
check need_names_who_meets_it "no sum" holds "$scratch/which.md" 'proxmox-3node-nvme: 2 of 14 targets missed'
check need_must_exist "" says 5 'no-need.yaml' rbdbench --need no-need.yaml -o "$scratch/x.pdf"
check need_must_be_one "" says 3 'need/1' rbdbench --need models/clusters/rbdbench.yaml -o "$scratch/x.pdf"
"$program" report rbdbench --need archive-1pb-ec --set hosts.0.count=6 -o "$scratch/set.md"
check set_is_for_the_cluster "status $?" [ $? -eq 1 ]

# Beside the table of a need the gains of an expansion stand in a sentence; they are those of expand.
"$program" report proxmox-3node-nvme --need vms-200-nvme --expand hosts=1 -o "$scratch/grown.md" 2>/dev/null
"$program" expand proxmox-3node-nvme --add hosts=1 --format csv 2>/dev/null | tr -d '\r' | LC_ALL=C awk -F, '
    $1 == "30 VMs 4k read" || $1 == "30 VMs 4k write" { printf "%s %+.0f %%\n", $1, 100 * ($9 - 1) }' >"$scratch/gains"
check expansion_has_two_loads "$(cat "$scratch/gains")" [ "$(wc -l <"$scratch/gains")" -eq 2 ]
while read -r gain; do
    check "expansion_gain_$(echo "$gain" | tr -cd a-z)" "$(grep 'The expansion' "$scratch/grown.md") and not $gain" \
        holds "$scratch/grown.md" "The expansion: one more host, 12 OSDs to 16.*$gain ("
done <"$scratch/gains"
"$program" estimate rbdbench --draws 10 --chart "$scratch/logo.png" >/dev/null
for form in html pdf; do
    check "logo_in_$form" "fails" "$program" report rbdbench --draws 10 --logo "$scratch/logo.png" -o "$scratch/logo.$form"
done
check logo_is_in_the_page "no picture" holds "$scratch/logo.html" 'data:image/png;base64,iVBORw0KGgo'
check logo_is_on_paper "no picture" holds "$scratch/logo.pdf" '/Subtype /Image'
"$program" report rbdbench rbdbench --draws 10 -o "$scratch/twice.md"
check one_name_twice "not told apart" holds "$scratch/twice.md" '^| rbdbench (2) '
# Of mixed loads alone the first stand at the head.
sed '/^workloads:/,$d' tests/golden/cli/input/small.yaml >"$scratch/mixed.yaml"
echo 'workloads: [{name: half and half, rw: randrw, read: 50%, bs: 4k, iodepth: 1, clients: 1}]' >>"$scratch/mixed.yaml"
"$program" report "$scratch/mixed.yaml" -o "$scratch/mixed.md"
check mixed_load_at_the_head "none" holds "$scratch/mixed.md" '^- \*\*half and half\*\*: '

check metadata "no author" sh -c "'$program' report rbdbench --title 'A title' --author 'A. Engineer' -o '$scratch/m.pdf' &&
    grep -aq '/Author (A. Engineer)' '$scratch/m.pdf' && grep -aq '/Title (A title)' '$scratch/m.pdf'"
check letter "no letter" sh -c "'$program' report rbdbench --paper letter -o '$scratch/l.pdf' && grep -aq '612 792' '$scratch/l.pdf'"
check overrides_are_told "no --set" sh -c "'$program' report rbdbench --set hosts.0.count=6 --format md |
    grep -q '^- hosts.0.count=6$'"
check from_stdin "fails" sh -c "'$program' report - -o '$scratch/i.html' <models/clusters/rbdbench.yaml"
check stdin_is_appended "no text" holds "$scratch/i.html" 'single-disk fio'

# A record says little: what is not known is left out, the rest is there.
check a_record "fails" "$program" report n-clyso-2024-630osd-3x -o "$scratch/record.html"

sed 's/^name: .*/name: "<script>alert(1)<\/script>{{x}} | *b*"/' models/clusters/rbdbench.yaml >"$scratch/bad.yaml"
for form in pdf html md; do
    check "hostile_name_$form" "fails" "$program" report "$scratch/bad.yaml" -o "$scratch/bad.$form"
done
check hostile_name_stays_text "a tag" sh -c "! grep -q '<script' '$scratch/bad.html' && ! sed '/^\`\`\`/,\$d' '$scratch/bad.md' | grep -q '<script'"

check needs_a_file "" says 2 'needs -o' rbdbench
check needs_an_ending "" says 2 'ends in .pdf, .html or .md' rbdbench -o "$scratch/r.txt"
check knows_its_formats "" says 2 'allowed: pdf, html or md' rbdbench --format json
check knows_its_paper "" says 2 'allowed: a4 or letter' rbdbench -o "$scratch/x.pdf" --paper a3
check knows_its_language "" says 2 'allowed: en' rbdbench -o "$scratch/x.pdf" --lang de
check knows_its_expansion "" says 2 'allowed: hosts=N or osds=N' rbdbench -o "$scratch/x.pdf" --expand racks=2
check refuses_a_missing_cluster "" says 5 'no-such' no-such.yaml -o "$scratch/x.pdf"
check refuses_a_missing_logo "" says 5 'no-logo.png' rbdbench -o "$scratch/x.pdf" --logo "$scratch/no-logo.png"
check refuses_what_is_no_logo "" says 3 'allowed: a PNG file' rbdbench -o "$scratch/x.pdf" --logo Makefile
check nothing_was_written "x.pdf is there" [ ! -e "$scratch/x.pdf" ]

mkdir "$scratch/none"
for form in pdf html md; do
    check "missing_folder_$form" "" says 5 "no-folder/r" rbdbench -o "$scratch/no-folder/r.$form"
    ln -s /dev/full "$scratch/full.$form"
    check "full_disk_$form" "" says 5 "full.$form" rbdbench -o "$scratch/full.$form"
    check "full_disk_leaves_nothing_$form" "files are left" [ -z "$(ls "$scratch" | grep '^full-')" ]
    : >"$scratch/none/r.$form" && chmod a-w "$scratch/none/r.$form"
    check "read_only_$form" "" says 5 "r.$form" rbdbench -o "$scratch/none/r.$form"
    check "read_only_stays_$form" "was written" [ ! -s "$scratch/none/r.$form" ]
    rm -f "$scratch/none/r.$form"
    check "read_only_leaves_nothing_$form" "$(ls -A "$scratch/none")" empty "$scratch/none"
done
# A picture that cannot be written: no report either.
mkdir "$scratch/none/r-iops.svg"
check a_picture_that_fails "" says 5 'r-iops.svg' rbdbench -o "$scratch/none/r.md"
rmdir "$scratch/none/r-iops.svg"
check a_picture_that_fails_leaves_nothing "$(ls -A "$scratch/none")" empty "$scratch/none"
finish
