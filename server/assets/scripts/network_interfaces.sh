#!/bin/sh
# Shows network interfaces, routes and name servers.
# Exit code: 0.
echo "interfaces:"
if command -v ip >/dev/null 2>&1; then
    ip -brief address 2>/dev/null || ip address
    echo
    echo "routes:"
    ip route
    ip -6 route 2>/dev/null | grep '^default'
else
    ifconfig -a
    echo
    echo "routes:"
    netstat -rn
fi

echo
echo "name servers:"
if command -v resolvectl >/dev/null 2>&1 && resolvectl dns 2>/dev/null; then
    :
elif command -v scutil >/dev/null 2>&1; then
    scutil --dns | awk '/nameserver/ { print "  " $3 }' | sort -u
else
    grep '^nameserver' /etc/resolv.conf 2>/dev/null
fi
exit 0
