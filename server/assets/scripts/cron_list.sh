#!/bin/sh
# Lists everything that runs by schedule: cron of the system and of users,
# and systemd timers.
# Exit code: 0.
show() { grep -Ev '^[[:space:]]*(#|$)' "$1" 2>/dev/null | sed 's/^/  /'; }

for file in /etc/crontab /etc/anacrontab /etc/cron.d/*; do
    [ -f "$file" ] || continue
    echo "$file:"
    show "$file"
done
for folder in hourly daily weekly monthly; do
    [ -d "/etc/cron.$folder" ] || continue
    echo "/etc/cron.$folder:"
    ls "/etc/cron.$folder" | sed 's/^/  /'
done
for folder in /var/spool/cron/crontabs /var/spool/cron /var/at/tabs /etc/crontabs; do
    [ -d "$folder" ] || continue
    for file in "$folder"/*; do
        [ -f "$file" ] || continue
        echo "user ${file##*/}:"
        show "$file"
    done
done
if command -v systemctl >/dev/null 2>&1; then
    echo "systemd timers:"
    systemctl list-timers --all --no-pager 2>/dev/null | sed 's/^/  /'
fi
exit 0
