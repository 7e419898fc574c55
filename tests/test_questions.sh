#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# curve, compare and sweep from outside: the same figures as estimate gives for the same document,
# every format, charts, and the exit status of each kind of mistake.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
load=rw=randwrite,bs=4k,iodepth=8,clients=16

# says STATUS TEXT ARGUMENTS...: the exit status, and the text on stderr.
says() {
    wanted=$1 text=$2
    shift 2
    "$program" "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    [ "$status" -eq "$wanted" ] && grep -q -- "$text" "$scratch/err" && return 0
    echo "status $status, said: $(cat "$scratch/err")"
    return 1
}

for hosts in 3 5 9; do
    swept=$("$program" sweep proxmox-3node-nvme --set hosts.0.count=3,5,9 -w "$load" --show iops --format csv |
        tr -d '\r' | awk -F, -v h="$hosts" '$1 == h { print $3 "," $4 "," $5 }')
    alone=$("$program" estimate proxmox-3node-nvme --set hosts.0.count="$hosts" -w "$load" --format csv |
        tr -d '\r' | awk -F, 'NR == 2 { print $3 "," $4 "," $5 }')
    check "sweep_is_estimate_at_$hosts" "$swept is not $alone" [ -n "$swept" -a "$swept" = "$alone" ]
done
curved=$("$program" curve proxmox-3node-nvme -w "$load" --clients 16..16 --format csv | tr -d '\r' |
    awk -F, '$1 == 16 { print $4 "," $5 "," $6 }')
alone=$("$program" estimate proxmox-3node-nvme -w "$load" --format csv | tr -d '\r' |
    awk -F, 'NR == 2 { print $3 "," $4 "," $5 }')
check curve_is_estimate "$curved is not $alone" [ -n "$curved" -a "$curved" = "$alone" ]
compared=$("$program" compare rbdbench proxmox-3node-nvme -w "$load" --format csv | tr -d '\r' |
    awk -F, '$2 == "proxmox-3node-nvme" { print $3 "," $4 "," $5 }')
check compare_is_estimate "$compared is not $alone" [ -n "$compared" -a "$compared" = "$alone" ]

for format in text csv json md; do
    check "curve_$format" "fails" "$program" curve rbdbench -w "$load" --format "$format" -o "$scratch/c.$format"
    check "compare_$format" "fails" "$program" compare rbdbench fefcc-3hdd --format "$format" -o "$scratch/p.$format"
    check "sweep_$format" "fails" "$program" sweep rbdbench --set pools.0.size=2,3 --format "$format" -o "$scratch/s.$format"
done
for show in iops bandwidth latency; do
    check "curve_draws_$show" "no chart" "$program" curve rbdbench -w "$load" --show "$show" --chart "$scratch/$show.svg" -o "$scratch/x"
done
check compare_draws "no chart" "$program" compare rbdbench fefcc-3hdd --chart "$scratch/p.svg" -o "$scratch/x"
for axes in "--set hosts.0.count=3..6" "--set hosts.0.osds.0.device=class-hdd-7200,class-hdd-5400" \
    "--set hosts.0.count=3..6 --set pools.0.size=2,3"; do
    # shellcheck disable=SC2086
    check sweep_draws "no chart for $axes" "$program" sweep rbdbench $axes -w "$load" --chart "$scratch/s.svg" -o "$scratch/x"
done

check sweep_needs_an_axis "" says 2 "has several values" sweep rbdbench --set pools.0.size=2
check sweep_names_the_point "" says 2 "(at pools.0.sise 2)" sweep rbdbench --set pools.0.sise=2,3
check sweep_refuses_a_bad_value "" says 2 "allowed: 1 to 64" sweep rbdbench --set pools.0.size=0,2
check sweep_refuses_a_value_without_unit "" says 2 "has no unit" sweep rbdbench --set network.public=1,2
check sweep_refuses_an_index "" says 2 "does not fit there" sweep rbdbench --set pools.9.size=2,3
check sweep_refuses_a_bad_span "" says 2 "above the second" sweep rbdbench --set hosts.0.count=3..1
check sweep_blames_a_bad_document "" says 3 "unknown key" sweep tests/golden/cli/input/bad.yaml --set hosts.0.count=2,3
check sweep_knows_its_columns "" says 2 "did you mean 'iops'" sweep rbdbench --set pools.0.size=2,3 --show iosp
check sweep_draws_two_axes_at_most "" says 2 "one or two axes" sweep rbdbench --set pools.0.size=2,3 \
    --set hosts.0.count=3,4 --set network.public=1,2Gbit/s -w "$load" --chart "$scratch/s.svg"
check curve_knows_its_clients "" says 2 "whole numbers from 1" curve rbdbench --clients 0..4
check curve_knows_what_it_draws "" says 2 "allowed: iops, bandwidth or latency" curve rbdbench --show iosp
# Loads without a name that differ in depth alone are told apart, but not where the depth is what varies.
deep="-w rw=randread,bs=4k,iodepth=1 -w rw=randread,bs=4k,iodepth=8"
# shellcheck disable=SC2086
for command in "estimate rbdbench" "curve rbdbench --clients 2..3" "sweep rbdbench --set hosts.0.count=3,4" "compare rbdbench kvaps" \
    "expand fefcc-3hdd --add osds=1"; do
    named=$("$program" $command $deep --format json | grep -c '"4k randread, iodepth [18]"')
    check "tells_loads_apart_in_${command%% *}" "$named titles" [ "$named" -ge 2 ]
done
# shellcheck disable=SC2086
named=$("$program" curve rbdbench $deep --format json | grep -c '"4k randread"')
check curve_of_depths_is_one "$named titles" [ "$named" -eq 1 ]
check compare_takes_two "" says 2 "needs CLUSTER" compare rbdbench
check compare_takes_six "" says 2 "too many" compare rbdbench rbdbench rbdbench rbdbench rbdbench rbdbench rbdbench
check compare_notes_a_missing_pool "no note" sh -c \
    "'$program' compare kvaps rbdbench --format json | grep -q \"has no pool 'test-hdd'\""
# A part of a document by its name, however it is spelled, or by the key that it stands under.
wanted=$("$program" fields 'OSD group' --format csv)
for name in osd-group 'osd group' --osd--group-- OSDGROUP osds; do
    check "fields_of_$(echo "$name" | tr -cd 'a-zA-Z')_$(echo "$name" | wc -c)" "not those of 'OSD group'" \
        [ "$("$program" fields --format csv -- "$name")" = "$wanted" -a -n "$wanted" ]
done
check fields_of_one_part_alone "others too" sh -c 'test "$(printf "%s" "$1" | sed 1d | cut -d, -f1 | sort -u)" = "OSD group"' - "$wanted"
finish
