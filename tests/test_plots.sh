#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# plots/ holds the figures of figures.txt and no other, README shows no others, and drawing one
# twice gives the same bytes. Whether a figure shows today's answers depends on the machine's fonts
# too, so that is for the eyes.
set -u
. tests/support/shell.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/one" "$scratch/two"

listed=$(awk '!/^#/ && NF { print $1 }' plots/figures.txt | LC_ALL=C sort)
shipped=$(cd plots && ls -- *.svg | LC_ALL=C sort)
check figures_are_those_listed "listed: $listed; shipped: $shipped" [ "$listed" = "$shipped" ]
sh tests/plots.sh "$scratch/one" 2>"$scratch/log"
check figures_can_be_drawn "$(cat "$scratch/log")" [ $? -eq 0 ]
sh tests/plots.sh "$scratch/two" 2>"$scratch/log"
for file in $listed; do
    check "same_bytes_$file" "two drawings differ" cmp "$scratch/one/$file" "$scratch/two/$file"
done
if [ -r README.md ]; then
    shown=$(grep -o 'plots/[a-z0-9-]*\.svg' README.md | sort -u)
    for file in $shown; do
        check "readme_shows_$(basename "$file")" "$file is not there" [ -s "$file" ]
    done
fi
finish
