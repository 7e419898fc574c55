# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f tests/coverage.awk UNCOVERED INFO: the lines that the tests ran (INFO, as lcov writes it), one line a floor and
# one a file below LIMIT with its reason out of UNCOVERED. Fails when a floor that computes is below LEAST, a file below
# LIMIT has no reason, or a reason stands for a file that needs none.
BEGIN {
    LEAST = 90
    LIMIT = 95
    computes = " base model load engine plan "
}
FILENAME == ARGV[1] {
    if ($0 !~ /^#/ && NF > 0) {
        file = $1
        sub(/^[^ ]+ +/, "")
        reason[file] = $0
    }
    next
}
/^SF:/ { n = split($0, path, "/"); floor = path[n - 1]; file = floor "/" path[n]; next }
/^DA:/ {
    split(substr($0, 4), line, ",")
    lines[file]++
    total[floor]++
    if (line[2] > 0) { hit[file]++; hits[floor]++ }
}
function complain(text) { print "3 FAILED: " text; failed = 1 }
END {
    for (floor in total) {
        share = 100 * hits[floor] / total[floor]
        printf "1 %-8s %5.1f %% of %d lines\n", floor, share, total[floor]
        if (share < LEAST && index(computes, " " floor " "))
            complain(sprintf("%s: %.1f %% of lines; at least %d %% are wanted", floor, share, LEAST))
    }
    for (file in lines) {
        share = 100 * hit[file] / lines[file]
        if (share >= LIMIT)
            continue
        printf "2   %-24s %5.1f %% of %d lines: %s\n", file, share, lines[file], reason[file]
        if (reason[file] == "")
            complain(file " is below " LIMIT " % and " ARGV[1] " has no reason for it")
    }
    for (file in reason)
        if (!(file in lines))
            complain(ARGV[1] " names " file ", and there is no such file")
        else if (reason[file] != "" && 100 * hit[file] / lines[file] >= LIMIT)
            complain(ARGV[1] " has a reason for " file ", which needs none: it is above " LIMIT " %")
    exit failed
}
