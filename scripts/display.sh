# shellcheck shell=bash disable=SC2034 # variables are shared with who sources this
# An X server without a monitor, for tests of screens. Sourced, never run; needs
# processes.sh, engines.sh and the project's root as the working directory.

# find_display_server: leaves the path of Xvfb in `display_server`, or fails and says
# why in `display_missing`. It is installed when that needs no question.
find_display_server() {
    display_missing=
    if display_server=$(command -v Xvfb); then return 0; fi
    if install_package xvfb && display_server=$(command -v Xvfb); then return 0; fi
    display_missing="Xvfb was not found and could not be installed (Debian: apt-get install xvfb)"
    return 1
}

# start_display FOLDER: starts a server, and leaves its name, such as `:1`, in `display`.
# It chooses a free number itself, and listens on no network.
start_display() {
    local folder=$1 tenths=0
    mkdir -p "$folder"
    start_process "$folder/display.log" bash -c \
        'exec "$1" -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$2"' \
        display "$display_server" "$folder/display"
    display_pid=$started
    until [[ -s $folder/display ]]; do
        if ! kill -0 "$display_pid" 2>/dev/null || ((++tenths > 300)); then
            engine_note "Xvfb did not start:"
            tail -n 20 "$folder/display.log" >&2
            return 1
        fi
        sleep 0.1
    done
    display=:$(<"$folder/display")
}

stop_display() {
    if [[ -n ${display_pid:-} ]]; then stop_process "$display_pid"; fi
    display_pid=
}
