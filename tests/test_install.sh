#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What `make install` puts where, that the installed program needs nothing else, and that
# `make uninstall` takes all of it away.
set -u
. tests/support/shell.sh
# A sub-make that shares the job server of the make that runs the tests would wait for its slots.
MAKEFLAGS=$(printf '%s' "${MAKEFLAGS-}" | sed 's/ *--jobserver[^ ]*//g; s/ *-j[0-9]*//g')
export MAKEFLAGS
make=${MAKE:-make}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root

$make --no-print-directory install DESTDIR="$root" PREFIX=/usr >"$scratch/log" 2>&1
check install_works "$(cat "$scratch/log")" [ $? -eq 0 ]
for file in bin/cephplan share/man/man1/cephplan.1 share/man/man5/cephplan.5 \
    share/bash-completion/completions/cephplan share/zsh/site-functions/_cephplan \
    share/cephplan/clusters/rbdbench.yaml share/doc/cephplan/README.md \
    share/doc/cephplan/LICENSE; do
    check "installs_$(basename "$file")" "$file is missing or empty" [ -s "$root/usr/$file" ]
done
for pair in clusters:models/clusters needs:models/needs catalogue-example:data/catalogue-example; do
    count=$(find "$root/usr/share/cephplan/${pair%%:*}" -name '*.yaml' | wc -l)
    wanted=$(find "${pair#*:}" -name '*.yaml' | wc -l)
    check "installs_all_of_${pair%%:*}" "$count of $wanted" [ "$count" -eq "$wanted" -a "$count" -gt 0 ]
done
check program_is_executable "mode" [ -x "$root/usr/bin/cephplan" ]

mkdir "$scratch/empty"
answer=$(cd "$scratch/empty" && "$root/usr/bin/cephplan" estimate rbdbench --format csv | head -1)
check installed_program_runs_alone "said: $answer" [ -n "$answer" ]
answer=$(cd "$scratch/empty" && "$root/usr/bin/cephplan" size "$root/usr/share/cephplan/needs/home-3node.yaml" \
    --catalogue "$root/usr/share/cephplan/catalogue-example" --format csv | head -1)
check installed_needs_are_answered "said: $answer" [ -n "$answer" ]
if command -v bash >/dev/null 2>&1; then
    completed=$(bash -c '. "$1"; COMP_WORDS=(cephplan size arch); COMP_CWORD=2; _cephplan; echo "${COMPREPLY[*]}"' \
        - "$root/usr/share/bash-completion/completions/cephplan")
    check bash_completes_needs "completes: $completed" [ "$completed" = archive-1pb-ec ]
    check bash_completion_parses "bash -n" bash -n "$root/usr/share/bash-completion/completions/cephplan"
fi
if command -v zsh >/dev/null 2>&1; then
    check zsh_completion_parses "zsh -n" zsh -n "$root/usr/share/zsh/site-functions/_cephplan"
fi

$make --no-print-directory uninstall DESTDIR="$root" PREFIX=/usr >"$scratch/log" 2>&1
left=$(find "$root" -type f)
check uninstall_leaves_nothing "left: $left" [ -z "$left" ]

# Where the static libraries are (Debian has them beside the headers), one file holds all but cairo and pango.
if [ -e "$(${CC:-cc} -print-file-name=libgsl.a)" ]; then
    $make --no-print-directory static >"$scratch/log" 2>&1
    check static_links "$(cat "$scratch/log")" [ $? -eq 0 ]
    program=${CEPHPLAN:-build/cephplan}-static
    needs=$(ldd "$program" | grep -E 'libgsl|libyaml|libjansson')
    check static_holds_its_libraries "needs $needs" [ -z "$needs" ]
    answer=$("$program" estimate rbdbench --format csv | head -1)
    check static_runs "said: $answer" [ -n "$answer" ]
fi

# A tarball packed from the files of a tarball is the same tarball.
$make --no-print-directory dist >"$scratch/log" 2>&1
check dist_works "$(cat "$scratch/log")" [ $? -eq 0 ]
packed=$(tail -1 "$scratch/log")
mkdir "$scratch/unpacked"
(umask 077 && tar -xzf "$packed" -C "$scratch/unpacked")
for folder in "$scratch/unpacked"/*; do
    (cd "$folder" && $make --no-print-directory BUILD=again dist) >"$scratch/log" 2>&1
done
again=$(cat "$scratch/log")
check dist_is_reproducible "$again" cmp "$packed" "$folder/$again"
finish
