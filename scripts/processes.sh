# shellcheck shell=bash disable=SC2034 # variables are shared with who sources this
# Starting and ending processes. Sourced by the other scripts, never run.

# Signals end the script through its EXIT trap, with the usual exit code.
exit_on_signals() {
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
}

# start_process LOG COMMAND…: starts COMMAND in the background, output into
# LOG, and leaves its pid in `started`. The process has a group of its own:
# Ctrl-C in the terminal reaches only the script, which then stops its
# processes in order.
start_process() {
    local log=$1
    shift
    set -m
    "$@" </dev/null >>"$log" 2>&1 &
    started=$!
    set +m
}

# run_in_group COMMAND…: runs COMMAND in a group of its own and waits for it.
# A signal to the script is handled at once instead of after the command; the
# script's EXIT trap must then call stop_group.
group=
run_in_group() {
    local status=0
    set -m
    "$@" <&0 &
    group=$!
    set +m
    wait "$group" || status=$?
    group=
    return "$status"
}

# Ends what run_in_group still runs, with all its children.
stop_group() {
    [[ -n $group ]] || return 0
    kill -TERM -- "-$group" 2>/dev/null || true
    wait "$group" 2>/dev/null || true
    group=
}

# stop_process PID [SIGNAL]: asks the process to end, and kills it after ten seconds.
stop_process() {
    local pid=$1 signal=${2:-TERM} tenths=0
    kill "-$signal" "$pid" 2>/dev/null || return 0
    while kill -0 "$pid" 2>/dev/null; do
        if ((++tenths > 100)); then
            kill -KILL "$pid" 2>/dev/null || true
            break
        fi
        sleep 0.1
    done
    wait "$pid" 2>/dev/null || true
}

# port_answers HOST PORT: whether something listens there.
port_answers() {
    (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null
}
