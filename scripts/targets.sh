# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# What the agent is built for, and with what. Sourced, never run; needs engines.sh
# and the project's root as the working directory.

# The oldest glibc that agents have to run on: RHEL 7, Ubuntu 16.04, Debian 9.
OLDEST_GLIBC=2.17

# Zig is compiler and linker for any Linux and for macOS. With their hashes: what they
# make is handed out.
ZIG_WHEEL="ziglang==0.17.0 --hash=sha256:97079827064a7492cce5541ceb438ae8003ce1e54e399676da2d62fb7a5dc08b"
ZIGBUILD_WHEEL="cargo-zigbuild==0.24.0 --hash=sha256:484412e39e4c6039474535ce97ee75a22bab22d58233056f8ec8a8f9034bb957"

# The names under which a server looks for agents, and Rust's for the same.
PLATFORMS=(linux-amd64 linux-amd64-static linux-arm64 windows-amd64)

platform_target() {
    case $1 in
        linux-amd64) echo x86_64-unknown-linux-gnu ;;
        linux-amd64-static) echo x86_64-unknown-linux-musl ;;
        linux-arm64) echo aarch64-unknown-linux-gnu ;;
        windows-amd64) echo x86_64-pc-windows-gnu ;;
        darwin-arm64) echo aarch64-apple-darwin ;;
        *) return 1 ;;
    esac
}

platform_program() {
    if [[ $1 == windows-* ]]; then echo muster-agent.exe; else echo muster-agent; fi
}

target_folder() { printf '%s' "${CARGO_TARGET_DIR:-target}"; }

workspace_version() {
    sed -n '/^\[workspace\.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml
}

# The time that everything claims to be made at: that of the last commit.
source_date() {
    printf '%s' "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}"
}

# find_platform PLATFORM: whether it can be built here; else why not, in `platform_missing`.
# What is not there is fetched when that needs no question.
find_platform() {
    local target
    target=$(platform_target "$1")
    platform_missing=
    if ! has_target "$target"; then
        platform_missing="Rust's library for $target is not installed (rustup target add $target)"
        return 1
    fi
    case $1 in
        windows-*) find_mingw ;;
        *) find_zig ;;
    esac
}

has_target() {
    local library said
    library=$(rustc --print target-libdir --target "$1" 2>/dev/null) || return 1
    if [[ -n $(compgen -G "$library/libstd-*") ]]; then return 0; fi
    said=$(rustup target add "$1" 2>&1) && return 0
    tail -n 3 <<<"$said" >&2
    return 1
}

find_mingw() {
    if command -v x86_64-w64-mingw32-gcc >/dev/null; then return 0; fi
    if install_package gcc-mingw-w64-x86-64; then return 0; fi
    platform_missing="x86_64-w64-mingw32-gcc is not installed (Debian: apt-get install gcc-mingw-w64-x86-64)"
    return 1
}

# What makes packages for Windows; else `package_missing` says what is not there.
find_package_tools() {
    local pair
    for pair in wixl:wixl msibuild:msitools x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64; do
        if command -v "${pair%%:*}" >/dev/null || install_package "${pair#*:}"; then continue; fi
        package_missing="${pair%%:*} is not installed (Debian: apt-get install ${pair#*:})"
        return 1
    done
}

# Leaves the programs in `zig` and `zigbuild`. Unpacked, not installed.
find_zig() {
    zig=$TOOLS/zig-0.17.0/ziglang/zig
    zigbuild=$TOOLS/zig-0.17.0/cargo-zigbuild
    if [[ -x $zig && -x $zigbuild ]]; then return 0; fi
    if [[ $(uname -sm) == "Linux x86_64" ]] && download_zig "$TOOLS/zig-0.17.0"; then return 0; fi
    platform_missing="zig and cargo-zigbuild could not be downloaded (pip download ${ZIG_WHEEL%% *} ${ZIGBUILD_WHEEL%% *})"
    return 1
}

download_zig() {
    local folder=$1 work status=0
    mkdir -p "$TOOLS"
    work=$(mktemp -d "$folder.XXXXXX")
    engine_note "downloading ${ZIG_WHEEL%% *} and ${ZIGBUILD_WHEEL%% *}"
    printf '%s\n' "$ZIG_WHEEL" "$ZIGBUILD_WHEEL" >"$work/wheels.txt"
    # One chain: the caller asks with `if`, where bash does not stop at errors.
    find_pip "$work" &&
        download_wheels "$work" &&
        python3 -m zipfile -e "$work"/ziglang-*.whl "$work/zig" &&
        python3 -m zipfile -e "$work"/cargo_zigbuild-*.whl "$work/zigbuild" &&
        mv "$work"/zigbuild/*.data/scripts/cargo-zigbuild "$work/zig/" &&
        chmod 755 "$work/zig/ziglang/zig" "$work/zig/cargo-zigbuild" &&
        "$work/zig/cargo-zigbuild" --version >/dev/null &&
        rm -rf "$folder" && mv "$work/zig" "$folder" || status=1
    rm -rf "$work"
    return "$status"
}

# Of what pip says, its last line.
download_wheels() {
    "${pip[@]}" download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --require-hashes --dest "$1" --requirement "$1/wheels.txt" >"$1/log" 2>&1 && return 0
    tail -n 1 "$1/log" >&2
    return 1
}
