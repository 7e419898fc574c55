#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/setup on machines that are not this one: PATH holds nothing but programs made here, which say
# in a log how they were called.
set -u
. tests/support/shell.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
shell=$(command -v sh)
log=$scratch/log

# machine PROGRAM...: a PATH with these programs alone. `id` answers $user. pkg-config finds nothing
# until a package manager was called, unless the machine is called complete.
machine() {
    rm -rf "${scratch:?}/bin"
    mkdir "$scratch/bin"
    : >"$log"
    for name in env "$@"; do
        cat >"$scratch/bin/$name" <<END
#!$shell
echo "$name \$*" >>"$log"
case $name in
id) echo "\${FAKE_UID-1000}" ;;
pkg-config) [ "\${FAKE_COMPLETE-no}" = yes ] ;;
sudo) exec "\$@" ;;
env) while [ "\${1#*=}" != "\$1" ]; do shift; done; exec "\$@" ;;
esac
END
        chmod +x "$scratch/bin/$name"
    done
}

setup() {
    said=$(PATH=$scratch/bin "$shell" .ci/setup 2>&1)
    status=$?
}

says() {
    case $said in *"$1"*) return 0 ;; esac
    return 1
}

called() {
    grep -q "$1" "$log"
}

machine id cc pkg-config apt-get
FAKE_COMPLETE=yes
export FAKE_COMPLETE
setup
check complete_machine_does_nothing "status $status, said: $said" [ "$status" -eq 0 ]
check complete_machine_is_silent "said: $said" [ -z "$said" ]
check complete_machine_installs_nothing "apt-get was called" [ "$(grep -c apt-get "$log")" -eq 0 ]
unset FAKE_COMPLETE

machine id cc pkg-config apt-get sudo
FAKE_UID=0
export FAKE_UID
setup
check root_installs_with_apt "status $status, said: $said" called '^apt-get install .*libyaml-dev'
check root_updates_first "$(cat "$log")" called '^apt-get update'
check root_needs_no_sudo "$(cat "$log")" [ "$(grep -c '^sudo' "$log")" -eq 0 ]
unset FAKE_UID

machine id cc pkg-config apt-get sudo
setup
check user_installs_with_sudo "status $status, said: $said" called '^sudo .*apt-get install .*libcmocka-dev'

machine id cc pkg-config apt-get
setup
check user_without_sudo_stops "status $status" [ "$status" -eq 1 ]
check user_without_sudo_is_told "said: $said" says 'apt-get install gcc make pkg-config libyaml-dev'

# A package manager that fails, and one that claims to have done it.
machine id cc pkg-config apt-get
printf '#!%s\nexit 100\n' "$shell" >"$scratch/bin/apt-get"
FAKE_UID=0
export FAKE_UID
setup
check failed_apt_stops "status $status" [ "$status" -eq 1 ]
check failed_apt_is_told "said: $said" says 'apt-get'
machine id cc pkg-config apt-get
setup
check still_missing_stops "status $status" [ "$status" -eq 1 ]
check still_missing_is_told "said: $said" says 'Still missing: yaml-0.1 gsl'
unset FAKE_UID

manager() {
    machine id cc pkg-config "$1"
    setup
    check "$1_stops" "status $status" [ "$status" -eq 1 ]
    check "$1_names_its_packages" "said: $said" says "$2"
    check "$1_is_not_called" "$(cat "$log")" [ "$(grep -c "^$1" "$log")" -eq 0 ]
}
manager dnf 'dnf install gcc make pkgconf-pkg-config libyaml-devel gsl-devel cairo-devel pango-devel jansson-devel libcmocka-devel'
manager pacman 'pacman -S --needed gcc make pkgconf libyaml gsl cairo pango jansson cmocka'
manager apk 'apk add gcc make musl-dev pkgconf yaml-dev gsl-dev cairo-dev pango-dev jansson-dev cmocka-dev'
manager brew 'brew install pkgconf libyaml gsl cairo pango jansson cmocka'

machine id
setup
check unknown_machine_stops "status $status" [ "$status" -eq 1 ]
check unknown_machine_is_told "said: $said" says 'libyaml, GSL, cairo, pango, jansson and cmocka'
check compiler_is_missed "said: $said" says ' cc'
finish
