#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# seeds.sh TARGET FOLDER: what a fuzz target starts from, made of the documents, the tools' outputs and
# the transcripts that the tests have anyway.
set -eu
target=$1
to=$2
mkdir -p "$to"

# copy FILE...: by a name that tells where it comes from.
copy() {
    for file in "$@"; do
        cp "$file" "$to/$(echo "$file" | tr / _)"
    done
}

# outputs FOLDER...: files in them that are a tool's.
outputs() {
    find "$@" -type f ! -name '*.expect.yaml' ! -name 'README*' -size -64k | LC_ALL=C sort
}

# behind READER FOLDER...: the outputs in the folders, each behind the reader's name.
behind() {
    reader=$1
    shift
    outputs "$@" | while read -r file; do
        { echo "$reader" && cat "$file"; } >"$to/$reader-$(echo "$file" | tr / _)"
    done
}

formats() {
    c=tests/cases
    behind fio-json $c/fio-json $c/fio-jsonplus $c/fio-client
    behind fio-text $c/fio-text $c/fio-client
    behind fio-terse $c/fio-terse
    behind fio-cdm $c/seeds
    behind rados-bench $c/rados-bench $c/cbt
    behind rados-bench-json $c/rados-bench-json
    behind rbd-bench $c/rbd-bench
    behind osd-bench $c/osd-bench
    behind crystaldiskmark $c/crystaldiskmark $c/seeds
    behind sysbench $c/sysbench
    behind dd $c/dd
    behind osd-tree $c/osd-tree $c/osd-df $c/osd-df-tree
    behind osd-tree-json $c/osd-tree $c/osd-df $c/osd-df-tree
    behind ceph-df $c/ceph-df
    behind ceph-df-json $c/ceph-df
    behind pool-ls-detail $c/pool-ls-detail
    behind pool-ls-detail-json $c/pool-ls-detail
    behind osd-metadata $c/osd-metadata
    behind crush-rules tests/import
    behind ec-profile $c/ec-profile
}

# The command lines of tests/fuzz/seeds/command/lines, each with what it reads; of a folder the two
# smallest of its outputs.
seldom() {
    n=0
    grep -v '^#' tests/fuzz/seeds/command/lines | while read -r line; do
        n=$((n + 1))
        arguments=${line% < *}
        input=${line#"$arguments"}
        input=${input# < }
        [ ! -d "$input" ] || input=$(outputs "$input" | xargs ls -S -r | head -n 2)
        for file in ${input:-/dev/null}; do
            { eval "printf '%s\n' $arguments" && echo && cat "$file"; } >"$to/seldom$n-$(basename "$file")"
        done
    done
}

# The command lines of the transcripts and of the help's examples, one argument a line; of those on a
# document on disk, the same with the document on standard input.
commands() {
    n=0
    {
        awk 'FNR == 1 && sub(/^\$ cephplan /, "")' tests/golden/cli/*.txt
        sed -n 's/^ *\(LIST(\|\.examples = LIST(\)*"\([a-z]* [^"]*\)"[),]*$/\2/p' src/cli/commands.c |
            grep -E "^($(sed -n 's/.*{\.name = "\([a-z]*\)",$/\1/p' src/cli/commands.c | paste -sd '|')) [a-z0-9./-]+( |\$)" | grep -v '[.:,;]$'
        sed -n 's/^    {"\([a-z]* [^"]*\)", "[a-z]*\/1"},$/\1/p' tests/test_cli_json.c
    } | grep -v '[|;<>&"$]' | while read -r line; do
        n=$((n + 1))
        echo "$line" | tr ' ' '\n' >"$to/line$n"
        document=$(grep -m 1 '^tests/.*\.yaml$' "$to/line$n" || true)
        if [ -f "$document" ]; then
            { sed "s,^tests/.*\.yaml$,-," "$to/line$n" && echo && cat "$document"; } >"$to/input$n"
        fi
    done
    for need in models/needs/home-3node.yaml models/needs/vms-200-nvme.yaml; do # what takes longer is left out
        { printf 'size\n-\n--format\njson\n\n' && cat "$need"; } >"$to/$(basename "$need")"
    done
    for cluster in models/clusters/*.yaml; do
        for command in estimate curve capacity check 'recover --lose host' 'expand --add osds=1' 'sweep --set pools.0.size=2,3'; do
            { echo "$command -" | tr ' ' '\n' && echo && cat "$cluster"; } >"$to/${command%% *}-$(basename "$cluster")"
        done
    done
    outputs tests/cases/fio-json tests/cases/osd-tree tests/cases/rados-bench | while read -r file; do
        { printf 'import\n-\n\n' && cat "$file"; } >"$to/import-$(basename "$file")"
    done
}

case $target in
cluster) copy tests/bad/*.yaml models/clusters/*.yaml ;;
record) copy data/records/*.yaml tests/bad/*.yaml ;;
device) copy tests/bad/*.yaml data/devices/*.yaml ;;
need) copy models/needs/*.yaml tests/bad/*.yaml ;;
import) outputs tests/cases tests/import | while read -r file; do copy "$file"; done ;;
format) formats ;;
command) commands && seldom ;;
*) copy tests/fuzz/seeds/"$target"/* ;;
esac
