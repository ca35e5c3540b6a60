#!/bin/sh
# Warns (code 3) when a certificate expires soon, and fails when it has expired.
# Arguments: the fewest days, then certificate files or host:port.
if [ "$#" -lt 2 ]; then
    echo "No certificate is configured: give the fewest days, then files or host:port."
    exit 0
fi
days=$1
shift
case $days in
    '' | *[!0-9]*) echo "The first argument must be a number of days."; exit 1 ;;
esac
if ! command -v openssl >/dev/null 2>&1; then
    echo "openssl is not installed."
    exit 1
fi
worst=0
for name in "$@"; do
    if [ -f "$name" ]; then
        certificate=$(cat "$name")
    else
        certificate=$(openssl s_client -connect "$name" -servername "${name%:*}" </dev/null 2>/dev/null)
    fi
    if ! end=$(printf '%s\n' "$certificate" | openssl x509 -noout -enddate 2>/dev/null); then
        echo "No certificate: $name"
        worst=1
    elif ! printf '%s\n' "$certificate" | openssl x509 -noout -checkend 0 >/dev/null 2>&1; then
        echo "Expired: $name (${end#notAfter=})"
        worst=1
    elif ! printf '%s\n' "$certificate" | openssl x509 -noout -checkend "$((days * 86400))" >/dev/null 2>&1; then
        echo "Expires soon: $name (${end#notAfter=})"
        [ "$worst" -eq 1 ] || worst=3
    else
        echo "Valid: $name (${end#notAfter=})"
    fi
done
exit "$worst"
