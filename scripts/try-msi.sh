#!/usr/bin/env bash
# Tries the package for Windows under Wine: silent installation, upgrade, repair,
# downgrade, failures and removal, as an administrator would do them.
#
#   scripts/try-msi.sh
#
# In the agent's place there is a small program which writes down how it was called and
# is a real service (packaging/windows/test/stand_in.c). Prints a line for each thing
# that holds, and stops at the first that does not. Needs wine64, wixl, msitools and
# gcc-mingw-w64-x86-64 of Debian.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/targets.sh
source scripts/wine-prefix.sh
source scripts/trying.sh

server=https://rmm.example.com
token=tok-3n-5ecret
key=$(printf 'ab%.0s' {1..32})
agent_key='HKLM\SOFTWARE\Muster\Agent'
uninstall_key='HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall'
trying=try-msi expected=57

main() {
    find_wine || fail "$wine_missing"
    work=$(mktemp -d "${TMPDIR:-/tmp}/muster-try-msi.XXXXXX")
    trap clean_up EXIT
    exit_on_signals
    make_packages
    make_wine "$work/prefix" || fail "Wine did not start"
    program="$windows/Program Files/Muster/muster-agent.exe"
    data=$windows/ProgramData/Muster
    try_refusals
    try_without_server
    try_failing_installation
    try_installing
    try_again
    try_upgrading
    try_repairing
    try_downgrading
    try_failing_upgrade
    try_removing
    everything_holds
}

clean_up() {
    local status=$?
    trap '' INT TERM HUP
    set +e
    if ((status)) && [[ -e ${data:-}/calls.txt ]]; then tail -n 20 "$data/calls.txt" >&2; fi
    stop_wine
    rm -rf "$work"
    exit "$status"
}

not() { ! "$@"; }

# soon COMMAND…: whether the command works within 20 seconds.
soon() {
    local end=$((SECONDS + 20))
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

make_packages() {
    local version
    for version in 1.0.0 1.1.0 1.2.0; do
        x86_64-w64-mingw32-gcc -O2 -Wall -Wextra -Werror -s "-DVERSION=\"$version\"" \
            -o "$work/agent-$version.exe" packaging/windows/test/stand_in.c -ladvapi32
        env -u MUSTER_WINDOWS_CERT scripts/windows-installer.sh "$work/agent-$version.exe" "$work/$version.msi" "$version"
        tell_of_upgrades "$work/$version.msi"
    done
}

# When one version removes another, Windows sets the property UPGRADINGPRODUCTCODE, and
# Wine does not: here the condition reads the variable of that name.
tell_of_upgrades() {
    local condition='REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE' sequence
    sequence=$(msiinfo export "$1" InstallExecuteSequence)
    grep -qF "UninstallAgent	$condition	" <<<"$sequence" || fail "the condition of UninstallAgent is another"
    msibuild "$1" -q "UPDATE \`InstallExecuteSequence\` SET \`Condition\` = '${condition/UPGRADING/%UPGRADING}' WHERE \`Action\` = 'UninstallAgent'"
}

# --- Windows ------------------------------------------------------------------------

# msiexec WORD…: leaves its log in `log`, and ends as it does.
msiexec() {
    local status=0
    rm -f "$windows/install.log"
    in_wine msiexec "$@" /qn '/l*v' 'C:\install.log' || status=$?
    log=$(tr -d '\000\r' <"$windows/install.log")
    return "$status"
}

# install VERSION PROPERTY…
install() { msiexec /i "Z:${work//\//\\}\\$1.msi" "${@:2}"; }
upgrade() { UPGRADINGPRODUCTCODE=1 install "$@"; }

# Nothing is piped into grep -q, which would end the other program before its time.
registry() { in_wine reg query "$@" 2>/dev/null | tr -d '\r'; }
has_value() {
    local value
    value=$(registry "$1" /v "$2") && grep -qF "$3" <<<"$value"
}
has_key() { registry "$1" >/dev/null; }
installed_products() { registry "$uninstall_key" /s | grep -c 'DisplayName .*Muster agent' || true; }
products_are() { [[ $(installed_products) == "$1" ]]; }

service_is() {
    local service
    service=$(in_wine sc query muster-agent 2>/dev/null) && grep -qE "STATE +: +[0-9] +$1" <<<"$service"
}
has_service() { has_key 'HKLM\SYSTEM\CurrentControlSet\Services\muster-agent'; }

is_version() { cmp -s "$program" "$work/agent-$1.exe"; }

# Forgets the calls of before.
from_now() { rm -f "$data/calls.txt"; }
# calls_are LINE…: whether the agent was called this way since then, and no other.
calls_are() {
    local calls
    calls=$(cat "$data/calls.txt" 2>/dev/null) || calls=''
    [[ $calls == "$(printf '%s\n' "$@")" ]] || {
        printf 'the calls were:\n%s\n' "$calls" >&2
        return 1
    }
}
logged() { grep -qF -- "$1" <<<"$log"; }
# Wine prints all properties at the end; Windows leaves out those that the package hides,
# which windows-installer.sh checks.
logs_no_token() { not logged_beside_properties "$token"; }
logged_beside_properties() {
    local lines
    lines=$(grep -av '^Property([A-Z]):' <<<"$log")
    grep -qF -- "$1" <<<"$lines"
}

# --- what is tried --------------------------------------------------------------------

try_refusals() {
    say "What cannot work is refused:"
    holds "nothing is there before" not test -e "$program"
    holds "no service is there before" not has_service
    holds "SERVER without TOKEN is refused" not install 1.0.0 "SERVER=$server"
    holds "at the conditions, before anything changes" logged 'LaunchConditions. Return value 0'
    holds "a SERVER of several words is refused" not install 1.0.0 'SERVER=https://x --force' "TOKEN=$token"
    holds "with a sentence in the log" logged 'has a character that belongs into none of them'
    holds "the agent was never called" not test -e "$data/calls.txt"
    holds "nothing is there after" not test -e "$program"
}

try_without_server() {
    say "Without SERVER and TOKEN:"
    holds "it installs" install 1.0.0
    holds "the program is there" is_version 1.0.0
    holds "the agent was asked to install its service" calls_are '1.0.0 called: install'
    holds "the log says what to do next" logged 'enrol this computer, then run muster-agent install'
    holds "there is no service" not has_service
    holds "it is removed" msiexec /x "Z:${work//\//\\}\\1.0.0.msi"
    holds "the program is gone" not test -e "$program"
}

try_failing_installation() {
    say "When the server refuses:"
    from_now
    touch "$data/refuse-enroll"
    holds "the installation fails" not install 1.0.0 "SERVER=$server" "TOKEN=$token"
    holds "the log has the agent's own words" logged '(1) %s (code 1)'
    holds "the program is gone again" not test -e "$program"
    rm "$data/refuse-enroll"
    touch "$data/refuse-install"
    holds "it fails when there can be no service, too" not install 1.0.0 "SERVER=$server" "TOKEN=$token"
    holds "there is no service after" not has_service
    holds "and nothing in Installed apps" products_are 0
    rm "$data/refuse-install"
}

try_installing() {
    say "With SERVER, TOKEN and PUBLISHERKEY:"
    rm "$data/identity.json"
    from_now
    holds "it installs" install 1.0.0 "SERVER=$server" "TOKEN=$token" "PUBLISHERKEY=$key" INSECURE=1
    holds "the service is running" soon service_is RUNNING
    holds "the agent enrolled, then installed its service" calls_are \
        "1.0.0 called: enroll --if-needed --server $server --insecure --publisher-key $key (token $token)" \
        '1.0.0 called: install' '1.0.0 runs'
    holds "what the agent said is in the log" logged 'Muster: enrolled as stand-in'
    holds "the address of the server is, beside the properties" logged_beside_properties "$server"
    holds "the token is not" logs_no_token
    holds "nor in the registry" not grep -rqF "$token" "$work/prefix"/{system,user,userdef}.reg
    holds "it is in Installed apps" products_are 1
    holds "with its publisher" has_value "$uninstall_key\\$(product_code)" Publisher Muster
    holds "and its version" has_value "$uninstall_key\\$(product_code)" DisplayVersion 1.0.0
    holds "it cannot be modified" has_value "$uninstall_key\\$(product_code)" NoModify 0x1
    holds "the registry says who installed it" has_value "$agent_key" InstalledBy msi
}

product_code() { registry "$agent_key" /v ProductCode | sed -n 's/.*ProductCode *REG_SZ *//p'; }

try_again() {
    say "The same again:"
    from_now
    holds "it installs" install 1.0.0 "SERVER=$server" "TOKEN=$token"
    holds "the service is running" soon service_is RUNNING
    holds "it is in Installed apps once" products_are 1
}

try_upgrading() {
    local before
    say "An upgrade:"
    before=$(product_code)
    from_now
    holds "it installs" upgrade 1.1.0
    holds "the new program is there" is_version 1.1.0
    holds "the old agent stopped before, the new one runs, and nothing was removed" soon calls_are \
        '1.0.0 stops' '1.1.0 called: install' '1.1.0 runs'
    holds "the identity is still there" test -e "$data/identity.json"
    holds "it is in Installed apps once" products_are 1
    holds "as another product" not test "$before" = "$(product_code)"
}

try_repairing() {
    say "A repair:"
    in_wine sc stop muster-agent >/dev/null
    soon service_is STOPPED || fail "the service does not stop"
    rm "$program"
    from_now
    # What `msiexec /fa` means, which Wine does not know.
    holds "it ends well" msiexec /i "$(product_code)" REINSTALL=ALL REINSTALLMODE=amus
    holds "the program is there again" is_version 1.1.0
    holds "the service runs again" soon calls_are '1.1.0 called: install' '1.1.0 runs'
}

try_downgrading() {
    say "An older version:"
    from_now
    holds "it is refused" not install 1.0.0
    holds "the newer one stays" is_version 1.1.0
    holds "and was left alone" not test -e "$data/calls.txt"
}

# Wine puts no older package back, as Windows does: this is only about the agent.
try_failing_upgrade() {
    say "An upgrade that fails:"
    touch "$data/refuse-install"
    from_now
    holds "it ends with a failure" not upgrade 1.2.0
    holds "for the agent's reason" logged 'the service could not be installed: muster-agent: no service today'
    rm "$data/refuse-install"
    holds "it works when it is tried again" upgrade 1.2.0
    holds "the service is running" soon service_is RUNNING
}

try_removing() {
    say "Removal:"
    from_now
    holds "it ends well" msiexec /x "$(product_code)"
    holds "the agent stopped, and removed what is its own" calls_are \
        '1.2.0 stops' '1.2.0 called: uninstall --yes --keep-program'
    holds "program and folder are gone" not test -e "$(dirname "$program")"
    holds "service and registry key are gone" gone
    holds "it is no longer in Installed apps" products_are 0
}

gone() { not has_service && not has_key "$agent_key"; }

main
