#!/usr/bin/env bash
# `make dist`: what is handed out, in target/dist.
#
#   scripts/dist.sh                    everything
#   scripts/dist.sh agents [PLATFORM…] the agent for every platform, or for these
#   scripts/dist.sh reproducible [PLATFORM…]
#                                      builds agents twice, in two folders, and compares
#   scripts/dist.sh macos              compiles and links the agent for macOS, for nobody
#
#   target/dist/muster, muster-sign, muster-agent   for this computer
#   target/dist/agents/<plat>-<arch>/               the agent, and manifest.json beside it
#
# What this machine cannot build is left out, with a line that says why; with CI=true
# that is a failure. The same source makes the same files: no time, no path and no name
# of this machine is in them. Windows programs are signed when there is a certificate
# (windows-sign.sh), which makes them differ.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/targets.sh
source scripts/agents.sh
source scripts/windows-sign.sh

# The most that an agent may have: 8 MiB.
MOST_AGENT_BYTES=$((8 * 1024 * 1024))
left_out=0
too_large=()

main() {
    local command=${1:-all}
    choose_settings
    case $command in
        all)
            build_for_this_computer
            build_agents
            place_own_agent
            ;;
        agents) build_agents "${@:2}" ;;
        reproducible) build_twice "${@:2}" ;;
        macos) link_for_macos ;;
        *)
            echo "usage: scripts/dist.sh [agents [PLATFORM…] | reproducible [PLATFORM…] | macos]" >&2
            exit 64
            ;;
    esac
    if ((left_out)) && [[ ${CI:-} == true ]]; then
        echo "Nothing may be left out when CI=true." >&2
        exit 1
    fi
    if ((${#too_large[@]} > 0)); then
        echo "Everything was built, but these have more than $MOST_AGENT_BYTES bytes:" >&2
        printf '  %s\n' "${too_large[@]}" >&2
        exit 1
    fi
}

# Nothing of this machine and this moment. Tests lint while they build; here the
# compiler is called as it is.
choose_settings() {
    unset RUSTC_WORKSPACE_WRAPPER RUSTC_WRAPPER CARGO_ENCODED_RUSTFLAGS RUSTFLAGS CARGO_BUILD_RUSTFLAGS
    SOURCE_DATE_EPOCH=$(source_date)
    export SOURCE_DATE_EPOCH CARGO_INCREMENTAL=0 LC_ALL=C TZ=UTC
    local cargo_home=${CARGO_HOME:-$HOME/.cargo}
    # The later one wins: the source may be below the home directory.
    remap=(
        "--remap-path-prefix=$(rustc --print sysroot)=/rust"
        "--remap-path-prefix=$cargo_home=/cargo"
        "--remap-path-prefix=$PWD=/muster"
        "--remap-path-prefix=$(realpath -m "$(target_folder)")=/target"
    )
    # The C code of some crates.
    export CFLAGS="-ffile-prefix-map=$cargo_home=/cargo -ffile-prefix-map=$PWD=/muster"
}

leave_out() {
    printf 'left out: %s: %s\n' "$1" "$2" >&2
    left_out=1
}

# --- this computer --------------------------------------------------------------------

build_for_this_computer() {
    scripts/web.sh build
    RUSTFLAGS="${remap[*]}" cargo build --profile dist --package muster-program --package muster-sign
}

# The agent for this computer's kind is beside the server, which then hands it out.
place_own_agent() {
    local folder own
    folder=$(target_folder)/dist
    own=$folder/agents/linux-amd64/muster-agent
    [[ $(uname -sm) == "Linux aarch64" ]] && own=$folder/agents/linux-arm64/muster-agent
    if [[ ! -e $own ]]; then
        # For this system alone, not for older ones.
        RUSTFLAGS="${remap[*]}" cargo build --profile small --package muster-agent --bins
        own=$(target_folder)/small/muster-agent
    fi
    check_size "$own"
    cp -p "$own" "$folder/muster-agent"
}

# --- agents -----------------------------------------------------------------------------

# build_agents [PLATFORM…]
build_agents() {
    local platform
    local -a platforms=("$@")
    if ((${#platforms[@]} == 0)); then platforms=("${PLATFORMS[@]}"); fi
    for platform in "${platforms[@]}"; do
        platform_target "$platform" >/dev/null || { echo "there is no platform $platform" >&2; exit 64; }
        # What an earlier run built must not pass for what this one left out.
        rm -rf "$(target_folder)/dist/agents/$platform"
        if ! find_platform "$platform"; then
            leave_out "$platform" "$platform_missing"
            continue
        fi
        printf '=== %s\n' "$platform"
        build_agent "$platform"
        place_agent "$platform"
    done
}

build_agent() {
    local rust_flags=${remap[*]}
    # The linker's time would be in the program.
    if [[ $1 == windows-* ]]; then rust_flags+=" -C link-arg=-Wl,--no-insert-timestamp"; fi
    cargo_for "$1" build --profile small --package muster-agent --bins
}

# place_agent PLATFORM: what was built, where a server looks for it.
place_agent() {
    local platform=$1 target name folder
    target=$(platform_target "$platform")
    name=$(platform_program "$platform")
    folder=$(target_folder)/dist/agents/$platform
    mkdir -p "$folder"
    cp "$(target_folder)/$target/small/$name" "$folder/$name"
    check_program "$platform" "$folder/$name"
    check_size "$folder/$name"
    local -a files=("$name")
    if [[ $platform == windows-* ]]; then
        sign_for_windows "$folder/$name"
        if make_package "$folder"; then files+=(muster-agent.msi); fi
    fi
    write_manifest "$platform" "$target" "$folder" "${files[@]}"
}

# Every computer downloads it. A larger one is a failure, but said at the end: whoever
# builds to install has everything then.
check_size() {
    local size
    size=$(stat -c %s "$1")
    if ((size > MOST_AGENT_BYTES)); then too_large+=("$1: $size"); fi
}

make_package() {
    if scripts/windows-installer.sh "$1/muster-agent.exe" "$1/muster-agent.msi"; then return 0; fi
    leave_out "the package for windows-amd64" "scripts/windows-installer.sh says why above"
    return 1
}

# write_manifest PLATFORM TARGET FOLDER FILE…
write_manifest() {
    local platform=$1 target=$2 folder=$3 file separator=
    {
        printf '{\n  "platform": "%s",\n  "target": "%s",\n  "version": "%s",\n  "files": [' \
            "$platform" "$target" "$(workspace_version)"
        for file in "${@:4}"; do
            printf '%s\n    { "file": "%s", "size": %s, "sha256": "%s" }' "$separator" "$file" \
                "$(stat -c %s "$folder/$file")" "$(sha256sum "$folder/$file" | cut -d ' ' -f 1)"
            separator=,
        done
        printf '\n  ]\n}\n'
    } >"$folder/manifest.json"
    cat "$folder/manifest.json"
}

# --- the same twice ------------------------------------------------------------------------

# Two clones in folders of different length, each with a target folder of its own.
build_twice() {
    local work=${DIST_FOLDER:-} copy status=0
    if [[ -n $(git status --porcelain) ]]; then
        echo "what is not committed is not in the two builds that are compared:" >&2
        git status --short >&2
    fi
    work=${work:-$(mktemp -d "${TMPDIR:-/tmp}/muster-dist.XXXXXX")}
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf '$work'" EXIT
    for copy in one another-with-a-longer-name; do
        git clone --quiet --no-hardlinks "$PWD" "$work/$copy"
        env -u MUSTER_WINDOWS_CERT CARGO_TARGET_DIR="$work/$copy/target" MUSTER_TOOLS="$TOOLS" \
            "$work/$copy/scripts/dist.sh" agents "$@" || status=1
    done
    compare "$work/one/target/dist/agents" "$work/another-with-a-longer-name/target/dist/agents" || status=1
    return "$status"
}

compare() {
    local file count=0 status=0
    while read -r file; do
        count=$((count + 1))
        if cmp -s "$1/$file" "$2/$file"; then
            printf 'the same: %s\n' "$file"
        else
            printf 'DIFFERS: %s\n' "$file"
            status=1
        fi
    done < <(cd "$1" && find . -type f | sort)
    # Nothing to compare proves nothing.
    ((count > 0)) || status=1
    [[ $(cd "$1" && find . -type f | sort) == "$(cd "$2" && find . -type f | sort)" ]] || status=1
    return "$status"
}

# --- macOS ------------------------------------------------------------------------------------

# A gate only: what it makes is thrown away.
link_for_macos() {
    local program
    if ! find_platform darwin-arm64; then
        leave_out darwin-arm64 "$platform_missing"
        return 0
    fi
    build_agent darwin-arm64
    program=$(target_folder)/$(platform_target darwin-arm64)/small/muster-agent
    check_program darwin-arm64 "$program"
    check_size "$program"
    rm -f "$program"
    echo "the agent links for macOS on arm64"
}

main "$@"
