#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws every figure of plots/figures.txt into the folder given: $CEPHPLAN COMMAND --chart FOLDER/FILE.
# (-o is a folder of some commands: the answer is dropped by the shell.)
set -eu
while read -r file command; do
    case $file in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086 # a list of words
    "$CEPHPLAN" $command --chart "$1/$file" --quiet >/dev/null
done <plots/figures.txt
