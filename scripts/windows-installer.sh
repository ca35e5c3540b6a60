#!/usr/bin/env bash
# Makes the package for Windows, which installs the agent without a question:
#
#   msiexec /i muster-agent.msi /qn SERVER=https://rmm.example.com TOKEN=…
#
#   scripts/windows-installer.sh [PROGRAM [PACKAGE [VERSION]]]
#
# PROGRAM is the agent, by default the one of `make dist`; PACKAGE is what to make, by
# default beside it; VERSION is by default that of this source. The same content makes
# the same package. Signed when a certificate is configured: see windows-sign.sh.
# Needs wixl, msitools and gcc-mingw-w64-x86-64 of Debian.
set -euo pipefail
start=$PWD
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/engines.sh
source scripts/targets.sh
source scripts/windows-sign.sh

# Where a person finds help, for "Installed apps".
help_link=${MUSTER_HELP_LINK:-none}
source=packaging/windows

# What wixl cannot express: bits of a custom action's type, and of an upgrade.
dll_action=1 set_property=51
in_script=1024 on_rollback=256 as_system=2048 hide_target=8192
min_inclusive=256 max_inclusive=512
properties="SERVER;TOKEN;PUBLISHERKEY;INSECURE;OLDERVERSION;NEWERVERSION"

main() {
    if (($# > 3)); then
        echo "usage: scripts/windows-installer.sh [PROGRAM [PACKAGE [VERSION]]]" >&2
        exit 64
    fi
    local program package version work
    program=$(cd "$start" && realpath "${1:-$OLDPWD/$(target_folder)/dist/agents/windows-amd64/muster-agent.exe}")
    package=$(cd "$start" && realpath "${2:-$(dirname "$program")/muster-agent.msi}")
    version=${3:-$(workspace_version)}
    find_package_tools || {
        echo "$package_missing" >&2
        exit 1
    }
    work=$(mktemp -d "${TMPDIR:-/tmp}/muster-msi.XXXXXX")
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf '$work'" EXIT
    collect_parts "$program" "$work"
    make_package "$work" "$version"
    sign_for_windows "$work/muster-agent.msi"
    check_package "$work/muster-agent.msi"
    mv "$work/muster-agent.msi" "$package"
    printf '%s: version %s, %s bytes\n' "$package" "$version" "$(stat -c %s "$package")"
}

# wixl takes files of the folder it runs in. Their times are in the package.
collect_parts() {
    local program=$1 work=$2
    cp "$source/muster-agent.wxs" "$work/"
    cp "$program" "$work/muster-agent.exe"
    x86_64-w64-mingw32-gcc -O2 -Wall -Wextra -Werror -municode -D_WIN32_WINNT=0x0603 -shared -s \
        -static-libgcc -Wl,--no-insert-timestamp,--image-base,0x180000000 -o "$work/actions.dll" "$source/actions.c" \
        "$source/actions.def" -lmsi
    sign_for_windows "$work/actions.dll"
    icon=none
    if [[ -e $source/muster.ico ]]; then
        icon=muster.ico
        cp "$source/muster.ico" "$work/"
    fi
    touch -d "@$(source_date)" "$work"/*
}

make_package() {
    local work=$1 version=$2 content
    content=$(cd "$work" && sha256sum ./* | sha256sum)
    (cd "$work" && TZ=UTC wixl --arch x64 --define "Version=$(package_version "$version")" \
        --define "ProductCode=$(guid "product $version $content")" --define "HelpLink=$help_link" \
        --define "Icon=$icon" --output muster-agent.msi muster-agent.wxs)
    mend_package "$work/muster-agent.msi" "$(guid "package $version $help_link $content")"
}

# A package counts with three numbers: 1.2.0-beta.1 is 1.2.0 there.
package_version() {
    local numbers=${1%%[-+]*}
    if [[ ! $numbers =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
        echo "a package cannot have the version $1" >&2
        return 1
    fi
    printf '%s' "$numbers"
}

# A GUID (of version 8: made by ourselves) that depends on the text alone.
guid() {
    local hash
    hash=$(printf 'muster-agent for windows-amd64: %s' "$1" | sha256sum)
    hash=${hash^^}
    printf '%s-%s-8%s-A%s-%s' "${hash:0:8}" "${hash:8:4}" "${hash:13:3}" "${hash:17:3}" "${hash:20:12}"
}

mend_package() {
    local package=$1 code=$2 deferred=$((dll_action | in_script | as_system)) name time
    change() { msibuild "$package" -q "$1"; }
    for name in StopAgent InstallAgent UninstallAgent; do action_type "$name" $deferred; done
    for name in StartAgent ForgetAgent; do action_type "$name" $((deferred | on_rollback)); done
    for name in SetInstallAgent SetUninstallAgent; do action_type "$name" $set_property; done
    # What the token goes through.
    action_type EnrollAgent $((deferred | hide_target))
    action_type SetEnrollAgent $((set_property | hide_target))
    # Another build of the same version takes the place of the one before.
    edit_table "$package" Upgrade -e "s|\t$min_inclusive\t\(\t*OLDERVERSION\)|\t$((min_inclusive | max_inclusive))\t\1|"
    edit_table "$package" Property -e "s|^\(SecureCustomProperties\t\).*|\1$properties|"
    # The package's own code and times: wixl would take random ones and now.
    time=$(date --utc --date "@$(source_date)" '+%Y/%m/%d %H:%M:%S')
    edit_table "$package" _SummaryInformation -e "s|^9\t.*|9\t{$code}|" \
        -e "s|^\(1[23]\t\).*|\1$time|" -e 's|^2\t.*|2\tMuster agent|'
}

action_type() { change "UPDATE \`CustomAction\` SET \`Type\` = $2 WHERE \`Action\` = '$1'"; }

# edit_table PACKAGE TABLE SED…: for what a query cannot say, which ends at a semicolon.
edit_table() {
    local package=$1 table=$2 file
    file=$(dirname "$package")/$table.idt
    msiinfo export "$package" "$table" | sed "${@:3}" >"$file"
    msibuild "$package" -i "$file"
}

# A package that would write the token into logs must not leave this house: what is
# claimed is read back.
check_package() {
    local package=$1 properties types text
    properties=$(msiinfo export "$package" Property | tr -d '\r')
    types=$(msiinfo export "$package" CustomAction | tr -d '\r' | cut -f 1,2)
    has_line "$properties" $'MsiHiddenProperties\tTOKEN;EnrollAgent' || refuse "TOKEN is not hidden"
    has_line "$types" $'EnrollAgent\t11265' || refuse "the data of EnrollAgent is not hidden"
    has_line "$types" $'SetEnrollAgent\t8243' || refuse "what EnrollAgent is sent is not hidden"
    has_line "$types" $'StartAgent\t3329' || refuse "StartAgent is not for a rollback"
    # Nothing else may take it along.
    text=$(for table in Registry CustomAction LaunchCondition AppSearch; do msiinfo export "$package" "$table"; done)
    text=$(grep -v $'^SetEnrollAgent\t' <<<"$text")
    if [[ $text == *"[TOKEN]"* ]]; then refuse "something else passes on TOKEN"; fi
    text=$(msiinfo suminfo "$package")
    [[ $text == *"Template: x64;1033"* ]] || refuse "it is not for x64"
}

has_line() { grep -qxF -- "$2" <<<"$1"; }

refuse() {
    echo "the package is wrong: $1" >&2
    exit 1
}

main "$@"
