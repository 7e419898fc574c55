#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a run does when the system fails it: files that cannot be read, disks that are full, streams that are
# closed, signals in long work. The status is that of the table in the manual, stderr says why in one line,
# and of a file there is all or nothing.
set -u
. tests/support/shell.sh

top=$(pwd)
program=${CEPHPLAN:-build/cephplan}
case $program in /*) ;; *) program=$top/$program ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
LC_ALL=C
export LC_ALL
out=$scratch/out
mkdir "$out"
small=tests/golden/cli/input/small.yaml

# ends STATUS TEXT: the last run ended so, and its last line on stderr holds the text. What else stderr
# holds are remarks.
ends() {
    [ "$status" -eq "$1" ] && tail -n 1 "$scratch/err" | grep -q -- "$2" &&
        ! grep -v '^cephplan: ' "$scratch/err" >/dev/null && return 0
    echo "status $status, said: $(cat "$scratch/err")"
    return 1
}
# run ARGUMENTS...: what it says goes to $scratch/answer and $scratch/err.
run() {
    "$program" "$@" >"$scratch/answer" 2>"$scratch/err" </dev/null
    status=$?
}
# empty: nothing was left in the folder for output, be it hidden.
empty() {
    [ -z "$(ls -A "$out")" ] && return 0
    ls -lA "$out"
    return 1
}
# clean NAME STATUS TEXT: ended so, and nothing is left.
clean() {
    if ends "$2" "$3" && empty; then pass "$1"; else fail "$1" "wanted: $2, $3"; fi
    rm -rf "$out"
    mkdir "$out"
}

# -- what cannot be read --

for command in estimate curve capacity 'recover --lose host' check 'expand --add osds=1' size validate calibrate \
    'compare rbdbench' 'sweep --set pools.0.size=2,3' "report -o $out/r.pdf"; do
    case $command in validate | calibrate) continue ;; esac # a folder is their input
    # shellcheck disable=SC2086
    run $command tests
    clean "folder_for_${command%% *}" 5 'Is a directory'
    # shellcheck disable=SC2086
    run $command "$scratch/none.yaml"
    clean "no_file_for_${command%% *}" 5 'No such file'
done
run estimate rbdbench --baseline tests
clean folder_for_baseline 5 'Is a directory'
mkdir "$scratch/model.yaml"
run estimate rbdbench --model "$scratch/model.yaml"
clean folder_for_model 5 'Is a directory'
run estimate rbdbench --set hosts.0.osds.0.device="$scratch/model.yaml"
clean folder_for_device 5 'Is a directory'
run report rbdbench --logo tests -o "$out/r.pdf"
clean folder_for_logo 5 'Is a directory'
run estimate rbdbench -o "$scratch"
clean folder_for_answer 5 'Is a directory'
run estimate rbdbench --chart "$scratch/model.yaml"
clean folder_for_chart 2 'model.yaml'
run validate "$scratch/none"
clean no_records 5 'No such file'
run calibrate "$scratch/none" -o "$out/m.yaml"
clean no_records_to_fit 5 'No such file'
run import "$scratch/none"
clean nothing_to_import 5 'No such file'

# As nobody: root may read everything.
if [ "$(id -u)" != 0 ]; then
    as_nobody=
elif command -v setpriv >/dev/null 2>&1 && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
    as_nobody=none
fi
if [ "$as_nobody" = none ]; then
    echo 'not tried: unreadable files (this is root, who reads all, and there is no setpriv)'
else
    chmod 755 "$scratch"
    mkdir -p "$scratch/closed/folder"
    cp "$program" "$scratch/program" && chmod 755 "$scratch/program"
    cp "$small" "$scratch/closed.yaml" && chmod 0 "$scratch/closed.yaml"
    cp "$small" "$scratch/closed/folder/a.yaml"
    chmod 0 "$scratch/closed/folder"
    chmod 555 "$out"
    # nobody NAME ARGUMENTS...: refused for want of permission.
    nobody() {
        name=$1
        shift
        # shellcheck disable=SC2086
        (cd "$scratch" && $as_nobody "$scratch/program" "$@" >"$scratch/answer" 2>"$scratch/err" </dev/null)
        status=$?
        if ends 5 'Permission denied' && empty; then pass "$name"; else fail "$name" 'wanted: 5, Permission denied'; fi
    }
    nobody unreadable_cluster estimate "$scratch/closed.yaml"
    nobody unreadable_need size "$scratch/closed.yaml"
    nobody unreadable_baseline estimate rbdbench --baseline "$scratch/closed.yaml"
    nobody unreadable_model estimate rbdbench --model "$scratch/closed.yaml"
    nobody unreadable_device estimate rbdbench --set hosts.0.osds.0.device="$scratch/closed.yaml"
    nobody unreadable_output import "$scratch/closed.yaml"
    nobody unreadable_logo report rbdbench --format pdf --logo "$scratch/closed.yaml"
    nobody unreadable_records validate "$scratch/closed/folder"
    cp -r tests/cases/cbt/01-radosbench-prefill-write-seq "$scratch/closed/cbt"
    find "$scratch/closed/cbt" -name '*output.0.client1' | grep write | while read -r file; do chmod 0 "$file"; done
    nobody unreadable_file_of_a_run import "$scratch/closed/cbt"
    nobody unreadable_folder import "$scratch/closed/folder"
    nobody folder_without_writing estimate rbdbench -o "$out/a"
    nobody folder_without_charts estimate rbdbench --chart "$out/a.svg"
    chmod 755 "$scratch/closed/folder" "$out"
fi

# -- streams that are closed or break --

for command in "estimate $small" 'devices' 'fields' 'man 5' 'completion bash' 'version' 'help' 'models engine' \
    "import tests/cases/dd" 'size home-3node' "report $small --format html" 'validate n-cephio-2021-8node-64nvme-nautilus-1osd'; do
    # shellcheck disable=SC2086
    "$program" $command >&- 2>"$scratch/err" </dev/null
    status=$?
    clean "closed_stdout_of_${command%% *}" 5 'standard output: cannot be written: Bad file descriptor'
    # A reader that has gone ends it in silence, as it ends other tools (128 + SIGPIPE).
    # shellcheck disable=SC2086
    { sleep 0.2 && "$program" $command 2>"$scratch/err" </dev/null && false || echo $? >"$scratch/status"; } | true
    status=$(cat "$scratch/status")
    check "reader_gone_from_${command%% *}" "status $status: $(cat "$scratch/err")" \
        sh -c "[ $status -eq 141 ] && ! grep -q 'cannot be written' \"\$1\"" sh "$scratch/err"
    # Where that signal is ignored, whoever did that is told.
    # shellcheck disable=SC2086
    {
        sleep 0.2
        (trap '' PIPE && exec "$program" $command 2>"$scratch/err" </dev/null) && false || echo $? >"$scratch/status"
    } | true
    status=$(cat "$scratch/status")
    clean "broken_pipe_of_${command%% *}" 5 'standard output: cannot be written: Broken pipe'
done
# What stands beside the answer is kept.
{ sleep 0.2 && "$program" estimate "$small" --chart "$out/kept.svg" 2>"$scratch/err" </dev/null; } | true
check reader_gone_keeps_the_chart "$(ls -A "$out")" grep -q '</svg>' "$out/kept.svg"
rm -f "$out"/*
# Descriptors that are free are given to the files that are opened next: nothing may be written to them that
# was meant for a stream.
run estimate "$small"
cp "$scratch/answer" "$scratch/wanted"
"$program" estimate "$small" -o "$out/a" >&- 2>&- <&-
status=$?
check file_without_streams "status $status: $(ls -A "$out")" cmp "$scratch/wanted" "$out/a"
"$program" estimate "$small" --chart "$out/b.svg" -o "$out/b" 2>&- <&-
check chart_without_stderr 'no chart' grep -q '</svg>' "$out/b.svg"
rm -f "$out"/*
"$program" estimate - <&- 2>"$scratch/err" >"$scratch/answer"
status=$?
clean closed_stdin 5 'Bad file descriptor'
"$program" estimate "$scratch/none" 2>&- >"$scratch/answer" </dev/null
check closed_stderr "status $?" [ $? -eq 5 ]

# -- disks that are full --

# A file may grow to two blocks: writing ends short in the middle, as on a disk that fills up.
for command in "estimate rbdbench -o $out/a" "estimate rbdbench --chart $out/a.svg" "estimate rbdbench --chart $out/a.png" \
    "capacity rbdbench --chart $out/a.pdf" "report $small -o $out/a.pdf" "report $small -o $out/a.html" \
    "report $small -o $out/a.md" "man 5 -o $out/a" "fields --format json -o $out/a"; do
    # shellcheck disable=SC2086
    (ulimit -f 2 && exec "$program" $command >/dev/null 2>"$scratch/err" </dev/null)
    status=$?
    clean "file_limit_of_$(echo "$command" | tr -c 'a-z\n' _ | sed 's/__tmp.*_a/_a/')" 5 'File too large'
done
if mount -t tmpfs -o size=16k cephplan-test "$out" 2>/dev/null; then
    for command in "report $small -o $out/a.pdf" "report $small -o $out/a.md" "estimate rbdbench --chart $out/a.png" \
        "man 5 -o $out/a"; do
        # shellcheck disable=SC2086
        run $command
        if ends 5 'No space left on device' && empty; then
            pass "full_disk_of_${command%% *}"
        else
            fail "full_disk_of_${command%% *}" 'wanted: 5, No space left on device'
        fi
        rm -f "$out"/*
    done
    umount "$out"
else
    echo 'not tried: a file system that fills up (it takes the right to mount one)'
fi

# -- calls that fail one by one --

# Of a run that writes a file, the Nth call of a kind fails: the run ends with status 5 and no file, or goes on
# to the whole file.
if command -v strace >/dev/null 2>&1 && strace -o /dev/null -e inject=fsync:error=EIO true 2>/dev/null; then
    # The leak sanitizer cannot look at a program that is traced.
    traced() { ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" strace -o /dev/null "$@"; }
    run estimate rbdbench --draws 10 --chart "$out/a.svg"
    cp "$out/a.svg" "$scratch/wanted.svg"
    rm -f "$out/a.svg"
    for fault in write:error=EINTR write:error=ENOSPC write:error=EIO fsync:error=EIO fsync:error=EINTR \
        rename:error=EIO fchmod:error=EPERM umask:error=EIO lseek:error=EIO; do
        bad=
        for n in 1 2 3; do
            traced -e "inject=$fault:when=$n" "$program" estimate rbdbench --draws 10 \
                --chart "$out/a.svg" >"$scratch/answer" 2>"$scratch/err" </dev/null
            status=$?
            whole=no
            cmp -s "$scratch/wanted.svg" "$out/a.svg" && whole=yes
            left=$(ls -A "$out")
            rm -f "$out"/* "$out"/.c*
            [ "$status" -eq 0 ] && [ "$whole" = yes ] && continue
            if [ "$status" -ne 5 ] || { [ -n "$left" ] && [ "$whole" = no ]; }; then
                bad="$bad $n: status $status, left '$left'"
            fi
        done
        check "call_$(echo "$fault" | tr :=A-Z __a-z)" "$bad" [ -z "$bad" ]
    done
    for fault in read:error=EIO read:error=EINTR openat:error=EMFILE openat:error=ENFILE; do
        traced -P "$top/$small" -e "inject=$fault:when=1+" "$program" estimate "$top/$small" \
            >"$scratch/answer" 2>"$scratch/err" </dev/null
        status=$?
        clean "document_$(echo "$fault" | tr :=A-Z __a-z)" 5 'cannot be read'
    done
else
    echo 'not tried: calls that fail one by one (it takes strace, and the right to trace)'
fi

# -- signals in long work --

# ended_by SIGNAL SECONDS ARGUMENTS...: the run gets the signal after so long.
ended_by() {
    signal=$1 after=$2
    shift 2
    timeout --foreground --preserve-status -s "$signal" "$after" "$program" "$@" >"$scratch/answer" 2>"$scratch/err" </dev/null
    status=$?
}
# silent NAME STATUS: died of the signal, left nothing behind.
silent() {
    if [ "$status" -eq "$2" ] && empty; then pass "$1"; else fail "$1" "status $status: $(ls -A "$out") $(cat "$scratch/err")"; fi
    rm -rf "$out"
    mkdir "$out"
}
long='calibrate --draws 20000'
for signal in INT TERM HUP; do
    number=$(kill -l "$signal" 2>/dev/null || case $signal in HUP) echo 1 ;; INT) echo 2 ;; *) echo 15 ;; esac)
    # shellcheck disable=SC2086
    ended_by "$signal" 0.3 $long -o "$out/model.yaml"
    silent "calibrate_$signal" $((128 + number))
done
search='size vms-200-nvme --draws 100000'
# shellcheck disable=SC2086
ended_by TERM 0.5 $search -o "$out/designs" --chart "$out/a.svg"
silent size_TERM 143
# The first interrupt ends the search with what was found; one before the search began ends the program. How
# fast this machine is decides when the search is on, so the moment is looked for.
search='size vms-200-nvme --draws 20000 --format json'
good=no said=
for after in 0.2 0.4 0.6 0.8 1 1.5 2 3; do
    # shellcheck disable=SC2086
    ended_by INT $after $search
    said="$said after $after s: status $status;"
    [ "$status" -eq 130 ] && continue
    if [ "$status" -eq 0 ]; then
        [ "$(tail -n 1 "$scratch/answer")" = '}' ] && good=yes
    else
        ends 4 'stopped before' && good=yes
    fi
    break
done
check size_INT "$said" [ "$good" = yes ]
finish
