# shellcheck shell=bash disable=SC2034 # variables are shared with who sources this
# What the browser tests need. Sourced, never run; needs processes.sh,
# engines.sh and the project's root as the working directory.

# What the stories use of a computer: an editor in a terminal, and a screen with windows.
# Program and Debian package.
STORY_PROGRAMS="vi:vim-tiny Xvfb:xvfb xterm:xterm xdotool:xdotool xrandr:x11-xserver-utils
    matchbox-window-manager:matchbox-window-manager unshare:util-linux Xvnc:tigervnc-standalone-server"

# find_browser: leaves the path of Chromium in `chromium`, or fails and says
# why in `browser_missing`. What is not there is installed when that needs no
# question.
find_browser() {
    browser_missing=
    if ! command -v npm >/dev/null; then
        browser_missing="Node is not installed"
        return 1
    fi
    # Fills databases before a server starts.
    if ! command -v sqlite3 >/dev/null && ! install_package sqlite3; then
        browser_missing="sqlite3 was not found and could not be installed (Debian: apt-get install sqlite3)"
        return 1
    fi
    find_story_programs || return 1
    if look_for_chromium; then return 0; fi
    if install_package chromium && look_for_chromium; then return 0; fi
    browser_missing="Chromium was not found and could not be installed (Debian: apt-get install chromium)"
    return 1
}

find_story_programs() {
    local pair program package
    for pair in $STORY_PROGRAMS; do
        program=${pair%%:*} package=${pair#*:}
        if command -v "$program" >/dev/null || install_package "$package"; then continue; fi
        browser_missing="$program was not found and could not be installed (Debian: apt-get install $package)"
        return 1
    done
}

look_for_chromium() {
    local name
    for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
        if chromium=$(command -v "$name"); then return 0; fi
    done
    return 1
}
