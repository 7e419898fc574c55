#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# README.md shows what the program prints today, its document is one, its links and commands exist.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sh tests/readme.sh >"$scratch/new" 2>"$scratch/err"
check the_parts_can_be_made "$(cat "$scratch/err")" [ $? -eq 0 ]
check nothing_else_is_said "$(cat "$scratch/err")" [ ! -s "$scratch/err" ]
check the_readme_is_current "make readme; $(diff README.md "$scratch/new" | head -20)" cmp -s README.md "$scratch/new"

sed -n '/^```yaml$/,/^```$/p' README.md | sed '/^```/d' >"$scratch/mine.yaml"
check the_document_is_there "no yaml block" [ -s "$scratch/mine.yaml" ]
for command in estimate check capacity 'expand --add hosts=2'; do
    # shellcheck disable=SC2086 # a list of words
    "$program" $command "$scratch/mine.yaml" >"$scratch/out" 2>&1
    status=$?
    check "the_document_${command%% *}" "status $status: $(head -3 "$scratch/out")" [ "$status" -le 1 ]
done

for link in $(grep -o '](\([^)]*\))' README.md | sed 's/](\(.*\))/\1/' | grep -v '^http'); do
    check "link_$link" "there is no $link" [ -e "$link" ]
done
known=" $("$program" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | tr '\n' ' ') "
unknown=
for word in $(grep -oE '(^|`|[|] )cephplan [a-z]+' README.md | sed 's/.*cephplan //' | sort -u); do
    case $known in *" $word "*) ;; *) unknown="$unknown $word" ;; esac
done
check the_commands_exist "cephplan:$unknown" [ -z "$unknown" ]
finish
