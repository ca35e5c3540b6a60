# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# A small Debian that has the package managers of other systems too, and repositories for
# them: two versions of `try-tool` and of `try-held`, which is held back. Sourced, never
# run; needs engines.sh and emulation.sh.
#
# apk is not among them: neither Debian nor PyPI, npm or crates.io has it.

MANAGERS=(apt dnf zypper pacman)
# The first that has them all counts.
MANAGER_DEBIANS=(bookworm trixie)
MANAGER_PACKAGES=apt,dnf,zypper,rpm,createrepo-c,pacman-package-manager

# find_managers: leaves in `managers_debian` an archive of it; else says why not, in
# `managers_missing`. What is not there is fetched when that needs no question.
find_managers() {
    local release log=$TOOLS/managers.log
    managers_missing="packages cannot be installed in another root without being root"
    ((EUID == 0)) || return 1
    for release in "${MANAGER_DEBIANS[@]}"; do
        managers_debian=$TOOLS/managers-$release.tar
        if [[ -e $managers_debian ]]; then return 0; fi
    done
    managers_missing="mmdebstrap is not installed (Debian: apt-get install mmdebstrap)"
    command -v mmdebstrap >/dev/null || install_package mmdebstrap || return 1
    mkdir -p "$TOOLS"
    for release in "${MANAGER_DEBIANS[@]}"; do
        managers_debian=$TOOLS/managers-$release.tar
        if fetch_managers "$release" "$managers_debian" >"$log" 2>&1; then return 0; fi
    done
    tail -n 5 "$log" >&2
    managers_missing="a Debian with zypper, dnf and pacman could not be fetched"
    return 1
}

# fetch_managers RELEASE ARCHIVE
fetch_managers() {
    local draft
    draft=$(mktemp "$2.XXXXXX") || return 1
    if timeout 600 mmdebstrap --quiet --variant=essential --architectures=amd64 --format=tar \
        --include="$MANAGER_PACKAGES" --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        "$1" "$draft" "$(debian_mirror)" </dev/null; then
        mv "$draft" "$2"
        return 0
    fi
    rm -f "$draft"
    return 1
}

# make_root MANAGER FOLDER: unpacks it, leaves this one package manager in it, and tells
# that of the repository in /srv/try, and of no other.
make_root() {
    local other
    manager=$1 root=$2
    case $manager in
        apt) kind=deb ;;
        dnf | zypper) kind=rpm ;;
        pacman) kind=pacman ;;
    esac
    mkdir "$root"
    tar -x -f "$managers_debian" -C "$root" --exclude='./dev/*'
    mknod -m 666 "$root/dev/null" c 1 3
    for other in "${MANAGERS[@]}"; do
        if [[ $other != "$manager" ]]; then rm -f "$root/usr/bin/$other" "$root/usr/bin/$other-get"; fi
    done
    mkdir -p "$root/srv/try" "$root/etc/rpm" "$root/etc/yum.repos.d" "$root/etc/zypp/repos.d" "$root/var/lib/pacman/local"
    case $manager in
        apt)
            rm -rf "$root"/etc/apt/sources.list.d/* "$root"/var/lib/apt/lists/*
            echo 'deb [trusted=yes] file:/srv/try ./' >"$root/etc/apt/sources.list"
            ;;
        dnf | zypper)
            # Debian has one for each user, and wants a glibc that is a package of rpm.
            echo '%_dbpath /var/lib/rpm' >"$root/etc/rpm/macros"
            : >"$root/etc/zypp/systemCheck"
            printf '[try]\nname=try\nbaseurl=file:///srv/try\nenabled=1\ngpgcheck=0\n' |
                tee "$root/etc/zypp/repos.d/try.repo" >"$root/etc/yum.repos.d/try.repo"
            ;;
        pacman)
            # There is no list of mounts here.
            sed -i 's/^CheckSpace/#&/' "$root/etc/pacman.conf"
            printf '\n[try]\nSigLevel = Never\nServer = file:///srv/try\n' >>"$root/etc/pacman.conf"
            ;;
    esac
}

# in_root COMMAND…: runs a command in it, for at most a minute.
in_root() {
    timeout --kill-after=5 60 env -i -C / LC_ALL=C HOME=/root \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        chroot "$root" "$@" </dev/null
}

# publish VERSION: both packages are in the repository in this version.
publish() {
    local name
    for name in try-tool try-held; do
        in_root bash -euc "$(declare -f "package_as_$kind" control_of info_of); package_as_$kind $name $1"
    done
    in_root bash -euc "$(declare -f "index_as_$kind" checksum entry_of updateinfo); index_as_$kind $1"
}

# hold: the administrator holds `try-held` back.
hold() {
    case $manager in
        apt) in_root apt-mark hold try-held ;;
        dnf) echo 'excludepkgs=try-held' >>"$root/etc/dnf/dnf.conf" ;;
        zypper) in_root zypper --non-interactive addlock try-held ;;
        pacman) sed -i 's/^\[options\]/&\nIgnorePkg = try-held/' "$root/etc/pacman.conf" ;;
    esac
}

# version_of PACKAGE: as the system itself knows it; nothing when it is not installed.
version_of() {
    # shellcheck disable=SC2016 # dpkg-query expands it
    case $manager in
        apt) in_root dpkg-query -W -f '${db:Status-Status} ${Version}' "$1" | sed -n 's/^installed //p' ;;
        dnf | zypper) in_root rpm -q --queryformat '%{VERSION}-%{RELEASE}' "$1" | grep -v 'not installed' ;;
        pacman) in_root pacman -Q "$1" | cut -d ' ' -f 2 ;;
    esac
}

# --- in the other root: packages -------------------------------------------------------

package_as_deb() {
    local folder
    folder=$(mktemp -d)
    install -D /dev/null "$folder/opt/$1"
    mkdir "$folder/DEBIAN"
    control_of "$1" "$2" >"$folder/DEBIAN/control"
    chmod 755 "$folder"
    dpkg-deb --build -Zgzip "$folder" "/srv/try/$1_$2-1_all.deb"
}

control_of() {
    printf '%s\n' "Package: $1" "Version: $2-1" 'Architecture: all' 'Maintainer: Nobody <nobody@localhost>' 'Description: Tried by a test'
}

package_as_rpm() {
    local folder
    folder=$(mktemp -d)
    printf '%s\n' "Name: $1" "Version: $2" 'Release: 1' 'Summary: Tried by a test' 'License: None' \
        'BuildArch: noarch' '%description' 'Tried by a test.' '%install' "install -D /dev/null %{buildroot}/opt/$1" \
        '%files' "/opt/$1" >"$folder/$1.spec"
    rpmbuild --quiet -bb --define "_topdir $folder" --define '_rpmdir /srv/try' "$folder/$1.spec"
}

package_as_pacman() {
    local folder
    folder=$(mktemp -d)
    install -D /dev/null "$folder/opt/$1"
    info_of "$1" "$2" >"$folder/.PKGINFO"
    tar -c -C "$folder" .PKGINFO opt | gzip -n >"/srv/try/$1-$2-1-any.pkg.tar.gz"
}

info_of() {
    printf '%s\n' "pkgname = $1" "pkgbase = $1" "pkgver = $2-1" 'pkgdesc = Tried by a test' 'builddate = 1700000000' \
        'packager = Nobody' 'size = 1' 'arch = any'
}

# --- in the other root: lists of packages ----------------------------------------------

# By the end of its name, what it offers closes security holes.
index_as_deb() {
    local package
    cd /srv/try || return 1
    for package in *.deb; do
        dpkg-deb --field "$package"
        printf '%s\n' "Filename: ./$package" "Size: $(stat -c %s "$package")" "SHA256: $(checksum "$package")" ''
    done >Packages
    printf '%s\n' 'Suite: try-security' "Date: $(date -uR)" 'SHA256:' " $(checksum Packages) $(stat -c %s Packages) Packages" >Release
    # What comes later is for the agent to find.
    if [[ $1 == 1.0 ]]; then apt-get update; fi
}

checksum() { sha256sum "$1" | cut -d ' ' -f 1; }

index_as_rpm() {
    createrepo_c --quiet /srv/try
    updateinfo "$1" >/tmp/updateinfo.xml
    modifyrepo_c --mdtype=updateinfo /tmp/updateinfo.xml /srv/try/repodata
}

updateinfo() {
    printf '%s\n' '<updates><update from="try@localhost" status="stable" type="security" version="1">' \
        '<id>TRY-1</id><title>A hole</title><issued date="2026-01-01 10:00:00"/><severity>Important</severity>' \
        '<description>A hole.</description><pkglist><collection short="try"><name>try</name>' \
        "<package name=\"try-tool\" version=\"$1\" release=\"1\" epoch=\"0\" arch=\"noarch\">" \
        "<filename>try-tool-$1-1.noarch.rpm</filename></package></collection></pkglist></update></updates>"
}

# Only the newest versions are in it. The agent does not refresh the lists of Arch.
index_as_pacman() {
    local folder name
    folder=$(mktemp -d)
    for name in try-tool try-held; do
        mkdir "$folder/$name-$1-1"
        entry_of "$name" "$1" >"$folder/$name-$1-1/desc"
    done
    tar -c -z -C "$folder" -f /srv/try/try.db "try-tool-$1-1" "try-held-$1-1"
    pacman -Syy
}

entry_of() {
    local file=$1-$2-1-any.pkg.tar.gz
    printf '%%%s%%\n%s\n\n' FILENAME "$file" NAME "$1" VERSION "$2-1" ARCH any \
        CSIZE "$(stat -c %s "/srv/try/$file")" ISIZE 1 SHA256SUM "$(checksum "/srv/try/$file")"
}
