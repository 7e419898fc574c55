#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package from the tarball of `make dist`: sh packaging/deb.sh TARBALL VERSION EPOCH FOLDER.
# Whoever publishes it says who they are in DEBFULLNAME and DEBEMAIL, as for every Debian tool.
set -eu
tarball=$1
version=$2
epoch=$3
folder=$4

for tool in dpkg-buildpackage dh; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "$tool is missing; as root: apt-get install --no-install-recommends build-essential debhelper fakeroot" >&2
        exit 1
    fi
done

maintainer="${DEBFULLNAME:-The cephplan authors} <${DEBEMAIL:-packages@cephplan.invalid}>"
rm -rf "$folder"
mkdir -p "$folder"
cp "$tarball" "$folder/cephplan_$version.orig.tar.gz"
tar -xzf "$tarball" -C "$folder"
source=$folder/cephplan-$version
cp -R "$source/packaging/debian" "$source/debian"
sed -i "s|@MAINTAINER@|$maintainer|" "$source/debian/control"
cat >"$source/debian/changelog" <<END
cephplan ($version-1) unstable; urgency=medium

  * Release $version.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$epoch")
END
cd "$source"
SOURCE_DATE_EPOCH=$epoch dpkg-buildpackage -us -uc
cd ..
if command -v lintian >/dev/null 2>&1; then
    lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ./*.changes
fi
ls ./*.deb
