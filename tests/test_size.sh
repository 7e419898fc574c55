#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# size from outside: the three needs, documents that give the same figures, folders, prices of a
# catalogue, what nothing holds, interrupts, and the exit status of each.
set -u
. tests/support/shell.sh
program=$(cd "$(dirname "${CEPHPLAN:-build/cephplan}")" && pwd)/$(basename "${CEPHPLAN:-build/cephplan}")
# A row of a table stands on one line.
COLUMNS=400
export COLUMNS
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT

# size STATUS ARGUMENTS...: the exit status, with the answer in out and the rest in err.
size() {
    wanted=$1
    shift
    "$program" size "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    [ "$status" -eq "$wanted" ] && return 0
    echo "status $status, said: $(cat "$scratch/err")"
    return 1
}

# Rows of a table of the answer, by the first words of its title.
table() { awk -F'|' -v title="**$1" 'index($0, "**") == 1 {on = index($0, title) == 1} on && /^\|/' "$scratch/out"; }

for need in vms-200-nvme archive-1pb-ec home-3node; do
    check "answers_$need" "no answer" size 0 "$need" --format md -o "$scratch/$need" --chart "$scratch/front.svg"
    check "draws_$need" "no chart" [ -s "$scratch/front.svg" ]
    table 'What each will do' | sed 's/^| [^|]*|/|/' >"$scratch/said"
    n=$(table "$need: " | grep -c '^| design [0-9]')
    written=$(find "$scratch/$need" -type f | wc -l)
    check "writes_all_of_$need" "$written files, $n designs" [ "$n" -gt 0 -a "$written" -eq "$n" ]
    loads=$(grep -c '{name: .*, rw: ' "$scratch/$need/design-1.yaml")
    for i in $(seq "$n"); do
        (cd "$scratch/$need" && "$program" estimate "design-$i.yaml" --format md) | sed '/^\*\*The loss/,$d' |
            awk -F'|' '/^\| [^-]/ && !/^\| load/ {print "|" $2 "|" $4 "|" $5 "|" $6 "|" $7 "|" $8 "|" $9 "|"}' >"$scratch/estimated"
        tail -n +3 "$scratch/said" | sed -n "$(((i - 1) * loads + 1)),$((i * loads))p" >"$scratch/sized"
        check "design_${i}_of_${need}_is_estimated" "no rows" [ -s "$scratch/sized" ]
        check "design_${i}_of_${need}_gives_the_same" "$(diff "$scratch/sized" "$scratch/estimated")" \
            cmp -s "$scratch/sized" "$scratch/estimated"
        "$program" capacity "$scratch/$need/design-$i.yaml" >/dev/null 2>&1
        check "design_${i}_of_${need}_has_capacity" "capacity fails" [ $? -eq 0 ]
    done
done

# -o: looked at before anything is answered; all documents or none.
: >"$scratch/file"
for folder in "$scratch/file" "$scratch/none/none" ""; do
    check refuses_a_bad_folder "'$folder'" size 5 home-3node -o "$folder"
    check answers_nothing_then "$(cat "$scratch/out")" [ ! -s "$scratch/out" ]
done
mkdir -p "$scratch/half/design-2.yaml"
check refuses_what_it_cannot_write "taken" size 5 vms-200-nvme -o "$scratch/half"
left=$(find "$scratch/half" -type f)
check writes_none_then "left: $left" [ -z "$left" ]
: >"$scratch/half/design-9.yaml"
rmdir "$scratch/half/design-2.yaml"
check writes_again "refused" size 0 vms-200-nvme -o "$scratch/half/" --top 1
: >"$scratch/half/design-2.yaml"
check writes_over_older_ones "refused" size 0 vms-200-nvme -o "$scratch/half" --top 1
check names_those_of_another_run "$(cat "$scratch/err")" grep -q 'design-2.yaml is not of this run' "$scratch/err"

# What to store at most stands below the safe capacity that the need asks for.
check sizes_with_figures "refused" size 0 vms-200-nvme --top 1
check says_what_to_store "$(cat "$scratch/out")" grep -q 'plan to store at most 52.6 TB' "$scratch/out"

# Prices: none, or those of a catalogue.
sed 's/{like: \([^,]*\), price: [^}]*}}/\1/' models/needs/vms-200-nvme.yaml >"$scratch/plain.yaml"
check needs_no_prices "refused" size 0 "$scratch/plain.yaml"
check says_that_devices_decide "$(cat "$scratch/out")" grep -q 'fewest devices first, then fewest hosts: there is no cost, as Samsung' "$scratch/out"
check takes_prices_of_a_catalogue "refused" size 0 "$scratch/plain.yaml" --catalogue data/catalogue-example -o "$scratch/priced"
check says_what_is_cheapest "$(cat "$scratch/out")" grep -q 'cheapest first, in EUR' "$scratch/out"
check writes_the_prices_along "$(cat "$scratch/priced/design-1.yaml")" grep -q 'price: [0-9]* EUR, power:' "$scratch/priced/design-1.yaml"
sed '/device: /d; s/^  devices:.*/  classes: [nvme]/' "$scratch/plain.yaml" >"$scratch/classes.yaml"
check takes_devices_of_a_catalogue "refused" size 0 "$scratch/classes.yaml" --catalogue data/catalogue-example --top 50
known=$(grep -o '[0-9]* x [a-z0-9.-]*tb' "$scratch/out" | sed 's/.* x //' | sort -u)
others=$(for name in $known; do grep -L '^class: nvme' "data/devices/$name.yaml"; done)
check takes_those_of_the_class "takes: $known" [ "$(echo "$known" | wc -l)" -ge 4 -a -z "$others" ]
for file in data/catalogue-example/*.yaml; do
    check "marks_$(basename "$file")_as_example" "no mark" grep -q '^# EXAMPLE: .*made up' "$file"
done

# Nothing holds: the nearest miss, and what fails by how much.
check says_no "not 1" size 1 home-3node --set usable=50TB -o "$scratch/missed" --chart "$scratch/missed.svg"
check names_what_is_missed "$(cat "$scratch/out")" grep -q 'safe capacity .*MISSED' "$scratch/out"
check says_by_which_measure "$(cat "$scratch/out")" grep -q '^nearest: .*smallest factor' "$scratch/out"
check writes_no_miss "a folder" [ ! -e "$scratch/missed" -a ! -e "$scratch/missed.svg" ]
check says_no_in_json "not 1" size 1 home-3node --set usable=50TB --format json
check names_the_miss_in_json "$(cat "$scratch/out")" grep -q '"feasible": false' "$scratch/out"
check misses_what_cannot_be_met "not 1" size 1 vms-200-nvme --set choices.schemes.0.min_size=3
check names_what_cannot_be_met "$(cat "$scratch/out")" grep -q 'I/O goes on after the failure .*MISSED' "$scratch/out"
check refuses_what_does_not_fit "not 3" size 3 home-3node --set choices.schemes.0.size=9
check blames_a_bad_set "not 2" size 2 home-3node --set limits.max_hosts=0
check blames_a_bad_document "not 3" size 3 tests/bad/need-no-unit.yaml
check names_the_nearest_need "$(cat "$scratch/err")" size 5 home-3nodes
check hints_at_the_nearest_need "$(cat "$scratch/err")" grep -q "did you mean 'home-3node'" "$scratch/err"

check refuses_an_unknown_front "not 2" size 2 tests/needs/large-search.yaml --show iosp --chart "$scratch/x.svg"
check names_the_fronts "$(cat "$scratch/err")" grep -q 'allowed: iops, usable or power' "$scratch/err"
check has_no_front_without_watts "not 2" size 2 "$scratch/plain.yaml" --show power --chart "$scratch/x.svg"
check says_why_there_is_no_front "$(cat "$scratch/err")" grep -q 'not every part states its power' "$scratch/err"

# An interrupt ends the search with what was found; the bar is for terminals. When the search runs depends on the
# machine: before it a signal just ends the program, after it the answer is proven. Without --foreground the program
# would get the signal twice, which ends it.
if command -v timeout >/dev/null 2>&1; then
    for after in 0.05 0.1 0.15 0.2 0.3 0.4 0.6 0.8 1.2 2 4; do
        timeout --foreground --preserve-status -s INT "$after" "$program" size tests/needs/large-search.yaml --quiet \
            --chart "$scratch/none.svg" >"$scratch/out" 2>"$scratch/err"
        status=$?
        if [ "$status" -eq 0 ] && grep -q 'NOT proven the cheapest' "$scratch/out"; then
            break
        fi
    done
    check is_interrupted "status $status, $(cat "$scratch/err")" [ "$status" -eq 0 ]
    check marks_what_is_not_proven "$(head -1 "$scratch/out")" grep -q 'NOT proven the cheapest' "$scratch/out"
fi
check shows_no_bar_in_a_file "$(cat "$scratch/err")" [ ! -s "$scratch/err" ]
finish
