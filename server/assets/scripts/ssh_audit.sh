#!/bin/sh
# Looks at the settings of the SSH server that make break-ins easier.
# Exit code: 0 nothing found, 1 something found, 2 could not find out.
sshd=$(command -v sshd || ls /usr/sbin/sshd /usr/local/sbin/sshd 2>/dev/null | head -n 1)
if [ -z "$sshd" ]; then
    echo "no SSH server is installed"
    exit 0
fi
settings=$("$sshd" -T 2>/dev/null)
if [ -z "$settings" ]; then
    echo "the settings of $sshd cannot be read; this needs root" >&2
    exit 2
fi

found=0
setting() { printf '%s\n' "$settings" | awk -v name="$1" '$1 == name { print $2; exit }'; }
warn_if() {
    value=$(setting "$1")
    for bad in $2; do
        if [ "$value" = "$bad" ]; then
            echo "WARNING  $1 $value: $3"
            found=1
            return
        fi
    done
    echo "ok       $1 ${value:-not set}"
}

warn_if permitrootlogin "yes" "root may log in with a password"
warn_if passwordauthentication "yes" "passwords can be guessed; use keys"
warn_if permitemptypasswords "yes" "accounts without a password can log in"
warn_if x11forwarding "yes" "seldom needed on a server"
warn_if hostbasedauthentication "yes" "trusts what other computers say"
warn_if ignorerhosts "no" "trusts what other computers say"
tries=$(setting maxauthtries)
if [ "${tries:-6}" -gt 6 ]; then
    echo "WARNING  maxauthtries $tries: more guesses than needed"
    found=1
fi
if printf '%s\n' "$settings" | grep -E '^(ciphers|macs) ' | grep -Eq '3des|arcfour|-cbc|hmac-md5'; then
    echo "WARNING  old ciphers or checksums are allowed"
    found=1
fi
exit $found
