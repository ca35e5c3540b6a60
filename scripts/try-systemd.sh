#!/usr/bin/env bash
# `make try-systemd`: tries the agent as a service, from the line the API prints
# to its removal, on a real systemd.
#
# A small Debian is fetched into target/try-systemd (once) and booted as a
# container: its own systemd as process 1, its own control groups, no network
# but its own loopback; server and agent run inside. The systemd of this
# computer is not touched. Prints a line for each thing that holds, and stops
# at the first that does not. Needs root, cgroup v2 in the kernel, and
#   apt-get install systemd-container mmdebstrap
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh

work=${CARGO_TARGET_DIR:-target}/try-systemd
bin=${CARGO_TARGET_DIR:-target}/debug
url=http://127.0.0.1:8000
cgroup=muster-try-$$
machine=
key=

main() {
    check_machine
    cargo build --package muster-program --package muster-agent --bins
    mkdir -p "$work"
    work=$(realpath "$work")
    make_system
    trap finish EXIT
    exit_on_signals
    boot
    prepare_server
    try_installing
    try_running
    try_rebooting
    try_uninstalling
    try_other_ways
    say "everything holds"
}

say() { printf '%s\n' "$*"; }
fail() {
    printf 'make try-systemd: %s\n' "$*" >&2
    exit 1
}

# holds SENTENCE COMMAND…: says the sentence when the command works.
holds() {
    local sentence=$1
    shift
    "$@" || fail "this does not hold: $sentence"
    say "  ok  $sentence"
}

# soon COMMAND…: whether the command works within 40 seconds.
soon() {
    local end=$((SECONDS + 40))
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# --- the container ------------------------------------------------------------

check_machine() {
    [[ $(id -u) == 0 ]] || fail "this needs root: a container cannot be booted without"
    local program
    for program in cargo node nsenter unshare systemd-nspawn mmdebstrap; do
        command -v "$program" >/dev/null || fail "$program is missing: apt-get install systemd-container mmdebstrap"
    done
}

make_system() {
    if [[ ! -e $work/system.tar ]]; then
        say "Fetching a small Debian, once …"
        # The release of this computer: programs that were built here run there.
        source /etc/os-release
        mmdebstrap --quiet --variant=minbase --include=systemd-sysv,dbus,sudo,curl,wget,procps \
            "$VERSION_CODENAME" "$work/draft.tar"
        mv "$work/draft.tar" "$work/system.tar"
    fi
    rm -rf "$work/root"
    mkdir -p "$work/root"
    tar -xf "$work/system.tar" -C "$work/root"
    echo try >"$work/root/etc/hostname"
    echo 127.0.0.1 localhost try >"$work/root/etc/hosts"
    install -D -t "$work/root/opt/muster" "$bin/muster" "$bin/muster-agent"
    cat >"$work/root/etc/systemd/system/muster.service" <<-UNIT
		[Service]
		Environment=MUSTER_DATA=/var/lib/muster
		ExecStart=/opt/muster/muster serve
		[Install]
		WantedBy=multi-user.target
	UNIT
    systemctl --root="$work/root" --quiet enable muster.service
}

# A mount namespace of its own, so that the container finds control groups of
# version 2 also where this computer mixes both versions. A development build
# reads some files from the source tree, so that is there too.
boot() {
    # shellcheck disable=SC2016 # the other shell expands it
    start_process "$work/console.log" unshare --mount bash -c '
        umount --recursive /sys/fs/cgroup 2>/dev/null
        mount -t cgroup2 cgroup2 /sys/fs/cgroup && mkdir -p "/sys/fs/cgroup/$1" &&
            echo $$ >"/sys/fs/cgroup/$1/cgroup.procs" &&
            exec systemd-nspawn --quiet --register=no --keep-unit --boot --private-network \
                --console=pipe --machine="$1" --bind-ro="$3" --directory="$2"' \
        boot "$cgroup" "$work/root" "$PWD"
    machine=$started
    soon is_booted || { tail -n 20 "$work/console.log" >&2; fail "the container does not boot"; }
    soon server_answers || fail "the server does not answer"
}

is_booted() { inside systemctl is-active --quiet multi-user.target; }

leader() { pgrep --parent "$machine"; }

# inside COMMAND…: runs a command in the container.
inside() {
    (cd / && nsenter --target "$(leader)" --mount --uts --ipc --net --pid --cgroup \
        env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@")
}

finish() {
    local status=$?
    trap '' INT TERM HUP PIPE
    set +e
    if ((status)) && [[ -n $machine ]]; then
        inside journalctl --unit muster-agent --lines 20 --no-pager >&2
    fi
    if [[ -n $machine ]]; then stop_process "$machine"; fi
    # shellcheck disable=SC2016 # the other shell expands it
    unshare --mount sh -c 'umount --recursive /sys/fs/cgroup
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
        find "/sys/fs/cgroup/$1" -depth -type d -exec rmdir {} +' sh "$cgroup" 2>/dev/null
    rm -rf "$work/root"
    exit "$status"
}

# --- the server in it -----------------------------------------------------------

# From the outside, with nothing but the container's network.
api() {
    nsenter --target "$(leader)" --net env MUSTER_URL=$url MUSTER_KEY="$key" \
        node scripts/api.mjs "$@"
}

server_answers() { [[ $(api GET / 'answer.status') == ok ]]; }

muster() { inside env MUSTER_DATA=/var/lib/muster /opt/muster/muster "$@"; }

prepare_server() {
    muster user create admin --superuser --password-stdin <<<'correct horse battery' >/dev/null
    key=$(muster apikey create try --user admin | tail -n 1)
    site=$(api POST /clients/ 'answer.sites[0].id' '{"client":{"name":"Acme"},"site":{"name":"Main"}}')
}

# The line that a person would copy.
install_line() {
    api POST /agents/installer/ answer.cmd \
        "{\"installMethod\":\"manual\",\"plat\":\"linux\",\"agenttype\":\"server\",\"max_uses\":9,\"site\":$site}"
}

agents() { api GET '/agents/?detail=false' "answer.map(one => one.status).join()"; }
agents_are() { [[ $(agents) == "$1" ]]; }
agent_id() { api GET '/agents/?detail=false' 'answer[0].agent_id'; }

# run SECONDS COMMAND: gives return code and output of a command on the agent.
run() {
    local body
    body=$(node -e 'console.log(JSON.stringify({ shell: "bash", timeout: +process.argv[1], cmd: process.argv[2] }))' "$1" "$2")
    # shellcheck disable=SC2016 # a template of JavaScript
    api POST "/agents/$(agent_id)/cmd/?detail=true" '`${answer.retcode} ${answer.stdout.trim()}`' "$body"
}
run_gives() { [[ $(run "$1" "$2") == "$3" ]]; }

# --- what is tried ----------------------------------------------------------------

try_installing() {
    local line identity
    line=$(install_line)
    say "On the computer: $line"
    holds "the line that the API prints installs an agent" inside sh -c "$line"
    holds "it is connected, and the only one" agents_are online
    holds "its service is active" inside systemctl is-active --quiet muster-agent
    holds "its service starts with the system" inside systemctl is-enabled --quiet muster-agent
    identity=$(agent_id)
    holds "the same line again changes nothing" inside sh -c "$line"
    holds "it is still the same agent" soon same_agent "$identity"
    holds "muster-agent status says that it is connected" inside muster-agent status
    api DELETE "/clients/deployments/$(api GET /clients/deployments/ 'answer[0].id')/" answer >/dev/null
    holds "a revoked line installs nothing" refused "$line" 'error: 404'
}

same_agent() { agents_are online && [[ $(agent_id) == "$1" ]]; }

# refused LINE WORDS: whether the line fails, with these words.
refused() {
    local said
    ! said=$(inside bash -o pipefail -c "$1" 2>&1) && [[ $said == *"$2"* ]]
}

try_running() {
    local pid
    holds "commands run as root" run_gives 10 'id -un' '0 root'
    holds "the journal has its log" in_journal 'agent started'
    pid=$(main_pid)
    inside kill -9 "$pid"
    holds "killed, it is started again" soon another_pid "$pid"
    holds "and connects" soon agents_are online
    # Not at once: a run gets its control group when it has lasted 25 ms.
    holds "a process that leaves its session and its environment ends with its run" \
        run_gives 2 'sleep 0.5; env -i setsid -f sleep 4242; sleep 60' '98 '
    holds "nothing of it is left" nothing_runs 'sleep 4242'
    run 90 'sleep 0.5; env -i setsid -f sleep 4343; trap "" TERM; sleep 80' >/dev/null 2>&1 &
    holds "a long run is in a control group of its own" soon in_own_group 'sleep 4343'
    holds "it stops within its limit while a run goes on" stops_in_time
    holds "and takes the run with it" nothing_runs 'sleep 4343'
    wait $! 2>/dev/null || true
    inside systemctl start muster-agent
    holds "it starts again" soon agents_are online
}

main_pid() { inside systemctl show --property MainPID --value muster-agent; }
another_pid() { local pid && pid=$(main_pid) && [[ $pid != 0 && $pid != "$1" ]]; }
in_journal() { inside journalctl --unit muster-agent --no-pager | grep -q "$1"; }
stops_in_time() {
    inside systemctl stop muster-agent &&
        [[ $(inside systemctl show --property Result --value muster-agent) == success ]]
}
nothing_runs() { ! inside pgrep --full --exact "$1" >/dev/null; }
in_own_group() {
    inside sh -c "cat /proc/\$(pgrep --full --exact '$1')/cgroup" | grep -q 'muster-agent.service/muster-run-'
}

try_rebooting() {
    # The container may be gone before the answer.
    inside systemctl reboot 2>/dev/null || true
    wait "$machine" || true
    boot
    holds "after a reboot it is back by itself" soon agents_are online
}

try_uninstalling() {
    holds "it is uninstalled" inside muster-agent uninstall --yes
    holds "service, data and program are gone" inside sh -c '
        ! systemctl cat muster-agent 2>/dev/null && [ ! -e /var/lib/muster-agent ] &&
            [ ! -e /usr/local/bin/muster-agent ] && [ ! -e /etc/systemd/system/muster-agent.service ]'
    holds "the server was told" server_knows 'was uninstalled on its machine'
    holds "its record stays" has_record
}

has_record() { [[ -n $(agent_id) ]]; }
server_knows() { api GET /logs/audit/ 'answer.map(row => row.message).join()' | grep -q "$1"; }

try_other_ways() {
    local line
    line=$(install_line)
    holds "somebody who is not root is told so" refused "${line/sudo sh/runuser -u nobody sh}" 'this needs root'
    inside mv /usr/bin/curl /usr/bin/curl.away
    holds "wget is enough" inside sh -c "$line"
    holds "a computer that lost its key waits for approval" pending_id
    api POST "/agents/pending/$(pending_id)/approve/" answer '{}' >/dev/null
    holds "approved, it connects" soon inside muster-agent status
    holds "and has its record again" agents_are online
}

pending_id() { api GET /agents/pending/ 'answer[0].id'; }

main
