# shellcheck shell=bash disable=SC2154 # variables are shared with who sources this
# Building the agent for a platform. Sourced, never run; needs engines.sh, targets.sh and
# the project's root as the working directory.

# cargo_for PLATFORM COMMAND OPTION…: runs cargo's `build` or `test` for a platform that
# find_platform has found. `rust_flags`, when set, are for the compiler.
cargo_for() (
    platform=$1 command=$2
    shift 2
    triple=$(platform_target "$platform")
    flags=${rust_flags:-}
    case $platform in
        windows-*) cargo=(cargo "$command") ;;
        *) cargo=("$zigbuild" "${command/build/zigbuild}") ;;
    esac
    case $platform in
        *-static | windows-*) ;;
        linux-*) triple=$triple.$OLDEST_GLIBC ;;
        darwin-*)
            stubs=$(realpath -m "$(target_folder)")/macos-stubs
            make_stubs "$stubs"
            flags="$flags -C link-arg=-F$stubs -C link-arg=-L$stubs -C link-arg=-Wl,-undefined,dynamic_lookup"
            export MACOSX_DEPLOYMENT_TARGET=11.0
            ;;
    esac
    if [[ -n $flags ]]; then export RUSTFLAGS=$flags; fi
    # Its caches are folders of ours.
    export CARGO_ZIGBUILD_ZIG_PATH=${zig:-} CARGO_ZIGBUILD_CACHE_DIR=$TOOLS/zig-links \
        ZIG_GLOBAL_CACHE_DIR=$TOOLS/zig-cache ZIG_LOCAL_CACHE_DIR=$TOOLS/zig-cache
    "${cargo[@]}" --target "$triple" "$@"
)

# Without Apple's SDK there is nothing to link against but names: frameworks that the
# agent and its crates use, with nothing in them. A symbol that macOS does not have is
# not noticed.
make_stubs() {
    local name
    for name in CoreFoundation Security IOKit OpenDirectory Foundation SystemConfiguration; do
        mkdir -p "$1/$name.framework"
        stub "/System/Library/Frameworks/$name.framework/Versions/A/$name" >"$1/$name.framework/$name.tbd"
    done
    stub /usr/lib/libobjc.A.dylib >"$1/libobjc.tbd"
}

stub() {
    printf -- '--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64-macos ]\ninstall-name: "%s"\n...\n' "$1"
}

# check_program PLATFORM PROGRAM: whether it runs where we say it does.
check_program() {
    local platform=$1 program=$2 kind newest
    kind=$(head -c 20 "$program" | od -An -tx1 | tr -d ' \n')
    case $platform in
        linux-amd64*) [[ $kind == 7f454c46*3e00 ]] ;;
        linux-arm64*) [[ $kind == 7f454c46*b700 ]] ;;
        windows-*) [[ $kind == 4d5a* ]] ;;
        darwin-arm64) [[ $kind == cffaedfe0c000001* ]] ;;
    esac || {
        echo "$program is not a program for $platform" >&2
        return 1
    }
    newest=$(newest_glibc "$program")
    case $platform in
        linux-*-static) [[ -z $newest ]] || { echo "$program is not static: it needs $newest" >&2; return 1; } ;;
        linux-*) is_old_enough "$program" "$newest" ;;
    esac
}

newest_glibc() { { grep -aoE 'GLIBC_2\.[0-9.]+' "$1" || true; } | sort -uV | tail -n 1; }

is_old_enough() {
    local program=$1 newest=$2
    if [[ -z $newest ]]; then
        echo "$program names no release of glibc" >&2
        return 1
    fi
    if [[ $(printf 'GLIBC_%s\n%s\n' "$OLDEST_GLIBC" "$newest" | sort -V | tail -n 1) != "GLIBC_$OLDEST_GLIBC" ]]; then
        echo "$program needs $newest, and $OLDEST_GLIBC has to be enough" >&2
        return 1
    fi
}
