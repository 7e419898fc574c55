#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The command line as a user sees it. A file of tests/golden/cli/ begins with `$ ` and a line for the
# shell; the rest is what that line writes to standard output, then what it writes to standard error
# behind `[stderr]`, then `[status] N`. GOLDEN=write makes the rest anew; to add a case, write its
# first line alone and do that. In a case $SCRATCH is an empty folder and `cephplan` the program.
set -u
. tests/support/shell.sh

top=$(pwd)
program=${CEPHPLAN:-build/cephplan}
case $program in /*) ;; *) program=$top/$program ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SCRATCH=$work/scratch
export SCRATCH program
# Nothing of this machine shows: no terminal, no colour, no words of its own language.
LC_ALL=C
TERM=dumb
export LC_ALL TERM
unset COLUMNS

# transcript LINE FILE: runs a case and writes what came of it.
transcript() {
    rm -rf "$SCRATCH"
    mkdir "$SCRATCH"
    sh -c 'cephplan() { "$program" "$@"; }
'"$1" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    {
        printf '$ %s\n' "$1"
        cat "$work/out"
        if [ -s "$work/err" ]; then
            echo '[stderr]'
            cat "$work/err"
        fi
        echo "[status] $status"
    } | sed "s,$SCRATCH,SCRATCH,g" >"$2"
}

for golden in tests/golden/cli/*.txt; do
    name=$(basename "$golden" .txt)
    line=$(sed -n '1s/^\$ //p' "$golden")
    transcript "$line" "$work/have"
    if [ "${GOLDEN-}" = write ]; then
        cp "$work/have" "$golden"
    elif cmp -s "$work/have" "$golden"; then
        pass "$name"
    else
        fail "$name" "$(diff "$golden" "$work/have" | head -20)"
    fi
done
[ "${GOLDEN-}" = write ] && exit 0

# -- what help says is what manual and completion say --

"$program" man 1 | sed 's/\\-/-/g; s/\\f[BIR]//g' >"$work/man"
"$program" completion bash >"$work/bash"
"$program" completion zsh >"$work/zsh"
commands=$("$program" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
check commands_are_found "none" [ -n "$commands" ]
for command in $commands; do
    "$program" help "$command" >"$work/help"
    missing=
    for option in $(sed -n '/^options:/,/^$/s/^  .*\(--[a-z-]*\).*/\1/p' "$work/help"); do
        sed -n "/^\.SS cephplan $command /,/^\.S[SH]/p; /^\.SH OPTIONS/,/^\.SH COMMANDS/p" "$work/man" |
            grep -q -e "$option\( \|\$\)" || missing="$missing man:$option"
        sed -n "/^    $command)/,/;;/p" "$work/bash" | grep -q -e "$option " || missing="$missing bash:$option"
        sed -n "/^    $command)/,/;;/p" "$work/zsh" | grep -q -e "$option[[}]" || missing="$missing zsh:$option"
    done
    check "help_of_$command" "missing:$missing" [ -z "$missing" ]
done

# -- completion does what it is for --

if command -v bash >/dev/null 2>&1; then
    completes() {
        wanted=$1
        shift
        # shellcheck disable=SC2016 # for bash
        have=$(bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cephplan; echo "${COMPREPLY[*]}"' \
            "$work/bash" "$@")
        check "completes_$(echo "$*" | tr -c 'a-z\n' _)" "wanted: $wanted, have: $have" [ "$have" = "$wanted" ]
    }
    completes estimate cephplan est
    completes rbdbench cephplan estimate rbdb
    completes --workload cephplan estimate x --work
    completes 'text json csv md' cephplan estimate x --format ''
    completes 'yaml json text csv md' cephplan import x -f ''
    completes high_client_ops cephplan recover x --profile high_c
    completes 'capacity calibrate' cephplan help ca
    completes '1 5' cephplan man ''
    completes tests/test_setup.sh cephplan estimate tests/test_set
    completes '' cephplan estimate x --draws ''
else
    echo "no bash: its completion was not tried"
fi
finish
