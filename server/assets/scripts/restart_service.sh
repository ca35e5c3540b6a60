#!/bin/sh
# Restarts one service and tells whether it runs then.
# Argument: name of the service.
# Exit code: 0 it runs, 1 it does not, 2 wrong argument or no service manager.
service=$1
case $service in
    '') echo "name the service to restart" >&2; exit 2 ;;
    -* | *[!A-Za-z0-9@_.:-]*) echo "this is no name of a service: $service" >&2; exit 2 ;;
esac

if command -v systemctl >/dev/null 2>&1; then
    systemctl restart "$service" || exit 1
    sleep 2
    systemctl --no-pager --lines=5 status "$service"
    systemctl is-active --quiet "$service" || exit 1
elif command -v rc-service >/dev/null 2>&1; then
    rc-service "$service" restart || exit 1
    rc-service "$service" status || exit 1
else
    echo "neither systemd nor OpenRC was found" >&2
    exit 2
fi
