#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The coefficients that the program carries are those that its own fit finds in the records it carries, and the model
# file that a fit writes is one that every command takes.
set -u
. tests/support/shell.sh
program=${CEPHPLAN:-build/cephplan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

$program calibrate data/records -o "$scratch/fit.yaml" >"$scratch/said" 2>&1
check a_fit_is_written "$(cat "$scratch/said")" [ $? -eq 0 -a -s "$scratch/fit.yaml" ]

differences=$(diff models/engine.yaml "$scratch/fit.yaml")
check the_fit_is_the_model_carried "$differences" [ $? -eq 0 ]

# The C library takes other code for exp, log and pow on processors that multiply and add at once, which rounds the last
# bit otherwise; and so do other machines. A fit and what is predicted by it are the same to the last digit all the same.
other="env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable,-FMA4_Usable $program"
for words in "calibrate" "validate --lopo"; do
    $program $words --draws 10 --format json >"$scratch/here" 2>/dev/null
    $other $words --draws 10 --format json >"$scratch/there" 2>/dev/null
    check "every_processor_prints_the_same_digits_of_${words%% *}" "$(diff "$scratch/here" "$scratch/there" | head -n 4)" \
        [ -s "$scratch/here" -a "$(cksum <"$scratch/here")" = "$(cksum <"$scratch/there")" ]
done

for command in "estimate rbdbench" "validate data/records/$(ls data/records | head -1)"; do
    $program $command --format json >"$scratch/a" 2>/dev/null
    $program $command --format json --model "$scratch/fit.yaml" >"$scratch/b" 2>"$scratch/said"
    check "a_fitted_model_serves_${command%% *}" "$(cat "$scratch/said")" [ $? -eq 0 -a -s "$scratch/b" ]
done

# A fit that is told what to fit leaves the other coefficients alone, and says so in every format.
fitted=$(sed -n '/fit: true/{s/^ *\([a-z0-9_]*\):.*/\1/p;q}' models/engine.yaml)
for format in text json csv md; do
    $program calibrate data/records --fit "$fitted" --format $format >"$scratch/one.$format" 2>"$scratch/said"
    check "a_fit_is_shown_as_$format" "$(cat "$scratch/said")" [ $? -eq 0 -a -s "$scratch/one.$format" ]
done
$program calibrate data/records --fit nonsense >"$scratch/said" 2>&1
check an_unknown_coefficient_is_refused "$(cat "$scratch/said")" [ $? -eq 2 ]

# Every coefficient of the engine is listed once; every model is, in every format.
for model in engine mirantis seed-range ucloud vitastor disk-rule recovery advice; do
    for format in text json csv md; do
        $program models $model --format $format >"$scratch/model.$format" 2>"$scratch/said"
        check "models_${model}_$format" "$(cat "$scratch/said")" [ $? -eq 0 -a -s "$scratch/model.$format" ]
    done
done
sed -n 's/^  \([a-z0-9_]*\): {value:.*low:.*/\1/p' models/engine.yaml | sort >"$scratch/stated"
$program models engine --format csv | cut -d, -f1 | sort | comm -13 - "$scratch/stated" >"$scratch/unlisted"
check every_coefficient_is_listed "$(cat "$scratch/unlisted")" \
    [ ! -s "$scratch/unlisted" -a "$(wc -l <"$scratch/stated")" -gt 40 ]
finish
