#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs a package built by `make deb` in a Debian made for the purpose and uses it there; needs root, debootstrap
# and a mirror: sh tests/deb_install.sh PACKAGE.deb FOLDER [MIRROR]. Removes FOLDER at the end.
set -eu
package=$1
root=$2
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" ${3:+"$3"}
# minbase leaves manuals out of what it installs later, and this test looks for them.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/*
cp /etc/resolv.conf "$root/etc/resolv.conf"
in=$(mktemp -d "$root/root/XXXXXX")
cp "$package" "$in/cephplan.deb"
in=${in#"$root"}
in_root() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
in_root apt-get update -qq
in_root apt-get install -y -qq --no-install-recommends "$in/cephplan.deb" >/dev/null

in_root cephplan --version
in_root cephplan estimate /usr/share/cephplan/clusters/rbdbench.yaml --model all --chart "$in/chart.pdf" >/dev/null
# No fonts are there: the chart must be drawn all the same.
in_root test -s "$in/chart.pdf"
in_root cephplan report /usr/share/cephplan/clusters/rbdbench.yaml -o "$in/report.pdf"
in_root test -s "$in/report.pdf"
for file in man/man1/cephplan.1.gz man/man5/cephplan.5.gz bash-completion/completions/cephplan \
    zsh/vendor-completions/_cephplan doc/cephplan/README.md.gz; do
    in_root test -s "/usr/share/$file" || { echo "missing: /usr/share/$file"; exit 1; }
done
in_root dpkg --purge cephplan >/dev/null
if in_root sh -c 'find / -xdev -path /proc -prune -o -name "*cephplan*" -print' | grep -v "^$in/\|^/var/cache/apt\|^/var/log"; then
    echo "left behind by the purge"
    exit 1
fi
echo "installed, used and purged: $package"
