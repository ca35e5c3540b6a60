#!/bin/sh
# Shows accounts that can log in, who is logged in now, and the last logins.
# Exit code: 0.
echo "accounts with a login shell:"
awk -F: '$7 !~ /(nologin|false|sync|shutdown|halt)$/ && $7 != "" {
    printf "  %-20s uid %-6s %s\n", $1, $3, $7
}' /etc/passwd

echo
echo "logged in now:"
who 2>/dev/null | sed 's/^/  /'

echo
echo "last logins:"
if command -v last >/dev/null 2>&1; then
    last -n 15 2>/dev/null | sed '/^$/d; s/^/  /'
elif command -v lastlog2 >/dev/null 2>&1; then
    lastlog2 2>/dev/null | sed 's/^/  /'
else
    echo "  this system keeps no list of logins"
fi
exit 0
