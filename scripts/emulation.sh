# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# Where agents for other systems run on this one: under qemu, and in other roots. Sourced,
# never run; needs engines.sh.

# The oldest first. Releases that a mirror has given up are not there.
OLD_DEBIANS=(buster bullseye bookworm trixie)

# find_runner PLATFORM: whether its agents can run here; else why not, in `runner_missing`.
# What is not there is fetched when that needs no question.
find_runner() {
    runner_missing=
    case $1 in
        linux-arm64) find_qemu ;;
        linux-amd64) find_chroot && find_old_debian ;;
        linux-amd64-static) find_chroot ;;
    esac
}

# Leaves in `qemu` the start of a command line. The C library is that of Debian's cross
# compiler; commands that the agent runs are programs of this computer.
find_qemu() {
    local library=/usr/aarch64-linux-gnu
    qemu=(qemu-aarch64-static -L "$library")
    if ! command -v qemu-aarch64-static >/dev/null && ! install_package qemu-user-static; then
        runner_missing="qemu-aarch64-static is not installed (Debian: apt-get install qemu-user-static)"
        return 1
    fi
    if [[ ! -e $library/lib/ld-linux-aarch64.so.1 ]] && ! install_package libc6-arm64-cross; then
        runner_missing="the C library for arm64 is not installed (Debian: apt-get install libc6-arm64-cross)"
        return 1
    fi
}

# Leaves in `chroot` the start of a command line; without root, a namespace has to do.
find_chroot() {
    local program
    if program=$(PATH=$PATH:/usr/sbin:/sbin command -v chroot); then
        chroot=("$program")
        if ((EUID != 0)); then chroot=(unshare --user --map-root-user "$program"); fi
        if "${chroot[@]}" / true 2>/dev/null; then return 0; fi
    fi
    runner_missing="another root needs root, or namespaces for users"
    return 1
}

# Leaves in `old_debian` an archive with the essential packages of the oldest Debian that
# can be had.
find_old_debian() {
    local release log=$TOOLS/old-debian.log
    for release in "${OLD_DEBIANS[@]}"; do
        old_debian=$TOOLS/debian-$release.tar
        if [[ -e $old_debian ]]; then return 0; fi
    done
    runner_missing="mmdebstrap is not installed (Debian: apt-get install mmdebstrap)"
    command -v mmdebstrap >/dev/null || install_package mmdebstrap || return 1
    mkdir -p "$TOOLS"
    for release in "${OLD_DEBIANS[@]}"; do
        old_debian=$TOOLS/debian-$release.tar
        if fetch_debian "$release" "$old_debian" >"$log" 2>&1; then return 0; fi
    done
    cat "$log" >&2
    runner_missing="none of the releases ${OLD_DEBIANS[*]} of Debian could be fetched"
    return 1
}

# fetch_debian RELEASE ARCHIVE
fetch_debian() {
    local draft
    local -a mirrors
    mapfile -t mirrors < <(debian_mirror)
    draft=$(mktemp "$2.XXXXXX") || return 1
    if mmdebstrap --quiet --variant=essential --architectures=amd64 --format=tar \
        "$1" "$draft" "${mirrors[@]}" </dev/null; then
        mv "$draft" "$2"
        return 0
    fi
    rm -f "$draft"
    return 1
}

# The one that this computer uses; nothing when it is not known, and mmdebstrap takes its own.
debian_mirror() {
    local mirrors
    # shellcheck disable=SC2016 # apt expands it
    mirrors=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null) || return 0
    grep -m 1 -E '/debian/?$' <<<"$mirrors" || true
}
