#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# capacity, expand, recover and check as a user meets them: exit status, golden text, keys of the JSON, refusals.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
# A row of a table stands on one line.
COLUMNS=400
export COLUMNS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run STATUS ARGUMENTS...: the output stands in $scratch/out and $scratch/err.
run() {
    wanted=$1
    shift
    "$program" "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq "$wanted" ]
}

# golden NAME STATUS ARGUMENTS...
golden() {
    file=tests/golden/$1.txt
    name=$1
    shift
    if run "$@" && cmp -s "$scratch/out" "$file"; then
        pass "golden_$name"
    else
        fail "golden_$name" "$(cat "$scratch/err"; diff "$file" "$scratch/out")"
    fi
}

# keys NAME STATUS "KEY KEY ..." ARGUMENTS...
keys() {
    name=$1 status=$2 wanted_keys=$3
    shift 3
    if ! run "$status" "$@" --format json; then
        fail "json_$name" "$(cat "$scratch/err")"
        return
    fi
    missing=
    for key in $wanted_keys; do
        grep -q "\"$key\":" "$scratch/out" || missing="$missing $key"
    done
    bad=$(grep -nE '(nan|inf)' "$scratch/out" | grep -v '"' )
    if [ -z "$missing$bad" ]; then
        pass "json_$name"
    else
        fail "json_$name" "missing:$missing $bad"
    fi
}

# refused NAME WORDS ARGUMENTS...: exit 2, the words on stderr, nothing on stdout.
refused() {
    name=$1 words=$2
    shift 2
    if run 2 "$@" && grep -q -e "$words" "$scratch/err" && [ ! -s "$scratch/out" ]; then
        pass "refuses_$name"
    else
        fail "refuses_$name" "$(cat "$scratch/err" "$scratch/out")"
    fi
}

golden capacity 0 capacity ec42-archive --today 2026-12-01
golden check 1 check fefcc-3hdd

keys capacity 0 "cephplan raw usable usable_nearfull usable_full safe_fill plan_fill classes pools pg_num pgs_per_osd crush ideal_balance rebuilds_after_host_loss steps warnings" \
    capacity hdd-12-nvme-db
keys expand 0 "cephplan before after gain workload iops bound_before bound_after data_moved move_time capacity" \
    expand fefcc-3hdd --add osds=1
keys recover 0 "cephplan lose can_rebuild data_moved time client pools io data loss_per_year" \
    recover ec42-archive --lose host
keys check 0 "cephplan findings id severity where what why source" check hdd-12-nvme-db

# Three hosts of four disks of 4 TB: the limit to plan with, and that nothing can be rebuilt.
cat >"$scratch/three.yaml" <<'END'
cephplan: cluster/1
hosts: [{count: 3, osds: [{count: 4, device: {class: hdd, capacity: 4TB}}]}]
pools: [{name: a, size: 3}]
END
run 0 capacity "$scratch/three.yaml"
check names_the_limit "$(cat "$scratch/out")" grep -q '^safe fill *13.6 TB *12.4 TiB' "$scratch/out"
check says_no_rebuild "$(cat "$scratch/out")" \
    grep -q 'with 3 hosts nothing can be rebuilt after one is lost' "$scratch/out"

# Data that doubles every year reaches eight times as much on the third anniversary, leap years or not.
for start in 2026-12-01 2027-12-01 2028-02-29 2024-03-01; do
    run 0 capacity "$scratch/three.yaml" --set pools.0.stored=1.7TB --set pools.0.growth=100%/y --today $start
    year=$((${start%%-*} + 3))
    wanted=$(echo "$year-${start#*-}" | sed 's/2031-02-29/2031-03-01/')
    check "anniversary_of_$start" "$(cat "$scratch/out")" grep -q "^nearfull *a *12.5 % *3.00  $wanted" "$scratch/out"
done
run 0 capacity "$scratch/three.yaml" --set pools.0.stored=1.7TB
check no_growth_no_date "$(cat "$scratch/out")" grep -q '^full .*not within 100 years' "$scratch/out"

# The figure to plan with comes first; up to where a lost disk is rebuilt by the other three of its host, less what
# the balancer leaves uneven: of 512 PGs 128 on a disk, up to five more.
check plans_with_one_figure "$(cat "$scratch/out")" sh -c 'head -5 "$1" | grep -q "^a *10.4 TB *9.45 TiB"' sh "$scratch/out"
check names_the_disk_limit "$(cat "$scratch/out")" grep -q '^rebuilds a disk *10.8 TB *9.82 TiB' "$scratch/out"
check sums_pgs_against_the_limit "$(cat "$scratch/out")" grep -q 'beyond 250 Ceph refuses a pool' "$scratch/out"

run 1 recover "$scratch/three.yaml" --lose host
check host_of_three_is_not_rebuilt "$(cat "$scratch/out")" grep -q '^can be rebuilt *no' "$scratch/out"
check host_of_three_io_goes_on "$(cat "$scratch/out")" grep -q '^a *continues *safe' "$scratch/out"

# More copies than hosts: no failure is rebuilt, whether or not the pool states what it stores.
sed 's/count: 3,/count: 2,/' "$scratch/three.yaml" >"$scratch/two.yaml"
for stored in '' '--set pools.0.stored=1TB'; do
    for unit in osd host; do
        # shellcheck disable=SC2086
        run 1 recover "$scratch/two.yaml" --lose $unit $stored
        check "unplaced_${unit}_is_not_rebuilt" "$(cat "$scratch/out")" \
            grep -q '^can be rebuilt *no.*size 3 needs 3 hosts, 2 are there' "$scratch/out"
    done
    # shellcheck disable=SC2086
    run 0 report "$scratch/two.yaml" --format md $stored
    check unplaced_report "$(sed -n 1,40p "$scratch/out")" \
        sh -c 'test "$(grep -c "fails\*\*.*too few failure domains for its copies even before" "$1")" = 2' sh "$scratch/out"
    check unplaced_report_plans_nothing "$(sed -n 1,40p "$scratch/out")" \
        grep -q 'What it holds\*\*: nothing that is safe: a pool has too few failure domains' "$scratch/out"
    check unplaced_report_rebuilds_nothing "" sh -c '! grep -q "can be rebuilt | yes" "$1"' sh "$scratch/out"
done

# Two small hosts at 85 % beside a large one: a disk of theirs is the hard one to lose, not the largest.
cat >"$scratch/fullest.yaml" <<'END'
cephplan: cluster/1
hosts:
  - {name: small, count: 2, osds: [{count: 6, device: {class: hdd, capacity: 8TB}}]}
  - {name: large, count: 1, osds: [{count: 12, device: {class: hdd, capacity: 16TB}}]}
pools: [{name: vm, size: 3, stored: 40.8TB}]
END
run 1 recover "$scratch/fullest.yaml" --lose osd
check names_what_is_lost "$(cat "$scratch/out")" grep -q '^lost *an OSD of hosts.0 (small), 8 TB' "$scratch/out"
check names_where_it_goes "$(cat "$scratch/out")" grep -q '^rebuilt on *5 OSDs of the same host' "$scratch/out"
check names_what_stops_it "$(cat "$scratch/out")" \
    grep -q '^can be rebuilt *not to the end *the fullest OSD would reach 102 %' "$scratch/out"
run 0 check "$scratch/fullest.yaml"
check warns_of_the_full_host "$(cat "$scratch/out")" grep -q 'only up to 36 TB (32.7 TiB), and 40.8 TB' "$scratch/out"
check warns_of_stranded_raw "$(cat "$scratch/out")" grep -q 'of 288 TB (262 TiB) raw 144 TB' "$scratch/out"

# An imported cluster without a device class still has a rebuild, though nothing is known of its clients.
"$program" import tests/cases/osd-df-tree/04-one-osd-out-json.json -q -o "$scratch/imported.yaml"
run 0 recover "$scratch/imported.yaml" --lose osd --set pools.0.name=a --set pools.0.size=2 --set pools.0.stored=9GiB
check rebuilds_what_has_no_class "$(cat "$scratch/out" "$scratch/err")" grep -q '^can be rebuilt *yes' "$scratch/out"
check says_clients_are_not_known "$(cat "$scratch/out")" grep -q 'not known: .* device without class' "$scratch/out"

# Two hosts: a pool of three copies stops with one of them, gets nothing then, and finds its place with a third.
cat >"$scratch/two.yaml" <<'END'
cephplan: cluster/1
hosts: [{count: 2, osds: [{count: 4, device: {class: hdd, capacity: 4TB}}]}]
pools: [{name: a, size: 3, stored: 2TB}, {name: e, type: erasure, k: 4, m: 2, failure_domain: osd, stored: 1TB}]
END
run 1 recover "$scratch/two.yaml" --lose host -w rw=randread,bs=4k,pool=a
check a_stopped_load_gets_nothing "$(cat "$scratch/out")" grep -q '^4k randread .* 0 *0$' "$scratch/out"
check dead_groups_are_lost "$(cat "$scratch/out")" grep -q '^e *stops *lost *100 % *100 % *78.6 %' "$scratch/out"
run 0 expand "$scratch/two.yaml" --add hosts=1 -w rw=randread,bs=4k
check says_that_the_mix_changes "$(cat "$scratch/out")" grep -q 'pool a finds a place' "$scratch/out"
run 0 expand "$scratch/two.yaml" --pool size=2 -w rw=randread,bs=4k
check size_two_finds_a_place "$(cat "$scratch/out")" grep -q 'pool a finds a place' "$scratch/out"

# Clients on the OSD hosts find less of their data at home on more of them, and the answer says so.
run 0 expand kvaps --add hosts=1
check says_why_reads_fall "$(cat "$scratch/out")" grep -q 'below 1: clients on the OSD hosts' "$scratch/out"
run 0 expand "$scratch/fullest.yaml" --add hosts=1 -w rw=randread,bs=4k
check says_what_is_added "$(cat "$scratch/out")" grep -q "like the first of 2 kinds, 'small'" "$scratch/out"

# Unequal hosts, with the balancer and without.
cat >"$scratch/uneven.yaml" <<'END'
cephplan: cluster/1
hosts:
  - {count: 3, osds: [{count: 1, device: {class: hdd, capacity: 20GiB}}]}
  - {count: 1, osds: [{count: 1, device: {class: hdd, capacity: 40GiB}}]}
pools: [{name: a, size: 3}]
END
run 0 capacity "$scratch/uneven.yaml" --format json
check uneven_crush "$(grep crush "$scratch/out")" grep -q '"crush": 29144420937.1' "$scratch/out"
check uneven_balanced "$(grep ideal "$scratch/out")" grep -q '"ideal_balance": 30601641984' "$scratch/out"

# A pool that cannot be placed is an answer of no.
run 1 capacity "$scratch/three.yaml" --set 'pools.0.size=4'
check unplaceable_pool_is_no "$(cat "$scratch/out")" grep -q 'size 4 needs 4 hosts, 3 are there' "$scratch/out"

# One NVMe device of two takes its five disks along, at 70 % of raw.
cat >"$scratch/db.yaml" <<'END'
cephplan: cluster/1
hosts:
  - count: 4
    osds: [{count: 10, device: {class: hdd, capacity: 16TB}, db: {device: {class: nvme, capacity: 1.6TB}, count: 2}}]
pools: [{name: a, size: 3}]
END
"$program" recover "$scratch/db.yaml" --lose db-device --fill 70% >"$scratch/out" 2>&1
check db_device_osds "$(cat "$scratch/out")" grep -q '^OSDs lost *5 *12.5 %' "$scratch/out"
check db_device_bytes "$(cat "$scratch/out")" grep -q '^data on them *56 TB' "$scratch/out"

# A failure never shows as a gain, in no load of any example.
gains=$(for name in models/clusters/*.yaml; do
    for unit in osd host; do
        "$program" recover "$name" --lose $unit --format json | awk -F'[:,} ]+' -v at="$name $unit" '
            function keep(into) { into[1] = $4; into[2] = $6; into[3] = $8 }
            function check(what, worse, i) { for (i = 1; i <= 3; i++) if (worse[i] > was[i] * (1 + 1e-9)) print at, what }
            /"iops_before"/ { keep(was); seen++ }
            /"iops_degraded": \{/ { keep(is); check("degraded", is) }
            /"iops": \{/ { keep(is); check("rebuilding", is) }
            END { if (!seen) print at, "no load" }'
    done
done)
check loss_is_no_gain "$gains" [ -z "$gains" ]

# One megabyte writes on a shared gigabit link gain nothing from disks, and the answer says why.
run 0 expand fefcc-3hdd --add osds=1
check link_binds "$(cat "$scratch/out")" \
    grep -q 'rados bench 1M write *no: more OSDs do not pay.*net.public *a faster public link' "$scratch/out"

# Anchored on a measured run the level leans on it, 414.63 instead of 471, and after is before times the gain.
run 0 expand fefcc-3hdd --add osds=1 --baseline data/records/seed-fefcc-2020-3hdd-ssddb.yaml --format csv
anchored=$(tr -d '\r' <"$scratch/out" | awk -F, '
    $1 ~ /^rbd bench/ { near = $3 > 414 && $3 < 471 }
    NR > 1 { off = $6 / ($3 * $9) - 1; if (off > 1e-9 || off < -1e-9) far = 1; n++ }
    END { print near && !far && n == 4 ? "yes" : "no" }')
check baseline_anchors "$(cat "$scratch/out")" [ "$anchored" = yes ]

for format in text csv md json; do
    run 0 expand hdd-12-nvme-db --add hosts=1 --steps 1..3 --format $format
    check "expand_$format" "$(cat "$scratch/err")" [ -s "$scratch/out" ]
    run 0 recover hdd-12-nvme-db --lose osd --format $format
    check "recover_$format" "$(cat "$scratch/err")" [ -s "$scratch/out" ]
done
for view in steps time; do
    run 0 capacity hdd-12-nvme-db --chart "$scratch/$view.svg" --view $view --today 2026-12-01
    check "chart_$view" "$(cat "$scratch/err")" grep -q '</svg>' "$scratch/$view.svg"
done
# Pools on disks of their own that grow apart have no limit in bytes: the days are marked instead.
run 0 capacity kvaps --set pools.0.stored=5TB --set pools.0.growth=20%/y --set pools.1.stored=100GB \
    --set pools.1.growth=5%/y --chart "$scratch/apart.svg" --view time --today 2026-12-01
check chart_marks_days "$(cat "$scratch/err")" grep -q '</svg>' "$scratch/apart.svg"
run 0 expand hdd-12-nvme-db --add hosts=1 --chart "$scratch/gain.svg"
check chart_gain "$(cat "$scratch/err")" grep -q '</svg>' "$scratch/gain.svg"

refused no_addition 'needs --add' expand hdd-12-nvme-db
refused wrong_addition 'hosts=N or osds=N' expand hdd-12-nvme-db --add racks=1
refused wrong_group 'no host group' expand hdd-12-nvme-db --add hosts=1 --like nowhere
refused wrong_steps 'A..B' expand hdd-12-nvme-db --add hosts=1 --steps 3
refused wrong_unit 'did you mean' recover hdd-12-nvme-db --lose hosts
refused no_unit 'needs --lose' recover hdd-12-nvme-db
refused no_rack 'has none' recover hdd-12-nvme-db --lose rack
refused wrong_profile 'profile' recover hdd-12-nvme-db --lose osd --profile fast
refused wrong_fill 'share above 0' recover hdd-12-nvme-db --lose osd --fill 120%
refused wrong_day 'a day such as' capacity hdd-12-nvme-db --today 2026-02-30
refused wrong_view 'steps or time' capacity hdd-12-nvme-db --chart "$scratch/x.svg" --view fill
finish
