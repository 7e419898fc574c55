#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# digits.sh PROGRAM...: do all of them print the same bytes? Each is a command line (an emulator may stand
# before the program); the first one's answers are what the others must give. `make digits` builds the
# program with two compilers at two levels of optimization and runs this.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
LC_ALL=C
TERM=dumb
export LC_ALL TERM

# What is asked. Every command that computes, as JSON; the seeds are fixed.
questions() {
    for cluster in models/clusters/*.yaml; do
        echo "estimate $cluster --model all"
        echo "estimate $cluster -w rw=randwrite,bs=1B,iodepth=1 -w rw=randread,bs=1GiB,in_flight=10000000"
        echo "curve $cluster -w rw=randrw,bs=4k,read=70%"
        echo "capacity $cluster --today 2026-12-01"
        echo "recover $cluster --lose host"
        echo "recover $cluster --lose osd --profile high_recovery_ops"
        echo "check $cluster"
        echo "expand $cluster --add hosts=1 --steps 1..3"
        echo "sweep $cluster --set hosts.0.count=3..6 -w rw=randread,bs=4k,iodepth=8"
    done
    for need in models/needs/*.yaml; do
        echo "size $need"
    done
    echo "compare fefcc-3hdd fefcc-6hdd rbdbench"
    echo "estimate rbdbench --draws 2000 --seed 7"
    echo "validate --model all"
    echo "validate --lopo"
    echo "calibrate --draws 10"
    echo "models engine"
    echo "devices"
}

questions >"$work/questions"
n=0
wrong=0
first=
for program in "$@"; do
    n=$((n + 1))
    [ -n "$first" ] || first=$program
    asked=0
    while read -r question; do
        asked=$((asked + 1))
        # shellcheck disable=SC2086 # words
        $program $question --format json >"$work/$n-$asked" 2>"$work/err" </dev/null
        status=$?
        if [ "$status" -gt 1 ]; then
            echo "$program $question: status $status: $(head -n 1 "$work/err")"
            wrong=$((wrong + 1))
        elif ! cmp -s "$work/1-$asked" "$work/$n-$asked"; then
            echo "differ: $question"
            diff "$work/1-$asked" "$work/$n-$asked" | head -n 6
            wrong=$((wrong + 1))
        fi
    done <"$work/questions"
    echo "$program: $asked answers, $(cat "$work/$n-"* | wc -c) bytes"
done
echo "$n programs, $wrong answers differ"
[ "$wrong" -eq 0 ]
