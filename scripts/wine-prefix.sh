# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# Wine for tests: a Windows of its own for a run, without a screen. Sourced, never run;
# needs engines.sh, targets.sh and the project's root as the working directory.
#
# What Wine leaves out answers as if all were well (powershell, wevtutil, certutil end
# with 0 and no output): a test that asks it for such things proves nothing.

# find_wine: leaves the paths in `wine` and `wineserver`, or fails and says why in
# `wine_missing`. What is not there is installed when that needs no question.
find_wine() {
    wine_missing=
    if ! find_mingw; then
        wine_missing=$platform_missing
        return 1
    fi
    if look_for_wine; then return 0; fi
    if install_package wine64 && look_for_wine; then return 0; fi
    wine_missing="wine64 was not found and could not be installed (Debian: apt-get install wine64)"
    return 1
}

# Debian keeps the program of 64 bits out of PATH, and Ubuntu does not.
look_for_wine() {
    local folder
    for folder in /usr/lib/wine /usr/lib64/wine; do
        if [[ -x $folder/wine64 && -x $folder/wineserver64 ]]; then
            wine=$folder/wine64 wineserver=$folder/wineserver64
            return 0
        fi
    done
    wine=$(command -v wine64 || command -v wine) && wineserver=$(command -v wineserver)
}

# make_wine FOLDER: a new Windows 10 in FOLDER, and the variables that name it.
make_wine() {
    export WINEPREFIX=$1 WINEDEBUG=-all WINEARCH=win64
    # Neither .NET nor a browser: Wine would ask to download them.
    export WINEDLLOVERRIDES="mscoree,mshtml="
    unset DISPLAY WAYLAND_DISPLAY
    windows=$WINEPREFIX/drive_c
    if [[ -d $windows/windows ]]; then return 0; fi
    mkdir -p "$WINEPREFIX"
    if ! timeout 300 "$wine" wineboot --init >"$WINEPREFIX/boot.log" 2>&1 || [[ ! -d $windows/windows/system32 ]]; then
        cat "$WINEPREFIX/boot.log" >&2
        return 1
    fi
    in_wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
    timeout 120 "$wineserver" --wait
    add_random_bytes
}

# From there Rust programs take random bytes, and Wine has it since version 9.
add_random_bytes() {
    local library=$windows/windows/system32/bcryptprimitives.dll
    if [[ -e $library ]]; then return 0; fi
    x86_64-w64-mingw32-gcc -O2 -Wall -Werror -shared -s -o "$library" \
        packaging/windows/test/bcryptprimitives.c -ladvapi32
}

# in_wine PROGRAM…: runs it there, for ten minutes at most.
in_wine() {
    timeout --kill-after=10 600 "$wine" "$@" </dev/null
}

# end_windows_below FOLDER: ends whatever runs in a Windows below this folder, as tests that
# were ended leave it. Nobody else's: its own environment says where it is.
end_windows_below() {
    local environment id found
    for _ in {1..50}; do
        found=
        for environment in /proc/[0-9]*/environ; do
            grep -qsza -- "^WINEPREFIX=$1/" "$environment" || continue
            id=${environment#/proc/}
            kill -KILL "${id%/environ}" 2>/dev/null || true
            found=yes
        done
        [[ -n $found ]] || return 0
        sleep 0.1
    done
}

# Ends everything that runs in the Windows of this run, and nothing else.
stop_wine() {
    [[ -n ${WINEPREFIX:-} && -n ${wineserver:-} && -d $WINEPREFIX ]] || return 0
    timeout 30 "$wineserver" --kill 2>/dev/null || true
    timeout 30 "$wineserver" --wait 2>/dev/null || true
}
