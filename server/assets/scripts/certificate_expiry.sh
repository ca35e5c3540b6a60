#!/bin/sh
# Tells how long the TLS certificate of a server is still valid.
# Arguments: host or host:port (443), days it must last at least (14).
# Exit code: 0 long enough, 1 too short or expired, 2 could not find out.
target=$1
days=${2:-14}
case $target in
    '' | -*) echo "name the server, such as example.com or example.com:8443" >&2; exit 2 ;;
    *:*) address=$target ;;
    *) address=$target:443 ;;
esac
case $days in
    '' | *[!0-9]*) echo "the days must be a number: $days" >&2; exit 2 ;;
esac
if ! command -v openssl >/dev/null 2>&1; then
    echo "openssl is not installed" >&2
    exit 2
fi

host=${address%:*}
certificate=$(openssl s_client -connect "$address" -servername "$host" </dev/null 2>/dev/null |
    openssl x509 2>/dev/null)
if [ -z "$certificate" ]; then
    echo "no certificate came from $address" >&2
    exit 2
fi
printf '%s\n' "$certificate" | openssl x509 -noout -subject -issuer -enddate
if printf '%s\n' "$certificate" | openssl x509 -noout -checkend $((days * 86400)) >/dev/null; then
    echo "valid for more than $days days"
    exit 0
fi
echo "valid for less than $days days, or expired"
exit 1
