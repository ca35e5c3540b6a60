#!/bin/sh
# Lists updates that are waiting, as the package manager knew them last.
# Nothing is refreshed, downloaded or installed.
# Exit code: 0 none, 1 some, 2 no known package manager.
if command -v apt-get >/dev/null 2>&1; then
    updates=$(apt-get --simulate --quiet --quiet -o Debug::NoLocking=true upgrade 2>/dev/null |
        sed -n 's/^Inst \([^ ]*\) \[\([^]]*\)\] (\([^ ]*\).*/\1 \2 -> \3/p')
elif command -v dnf >/dev/null 2>&1; then
    updates=$(dnf --cacheonly --quiet list --upgrades 2>/dev/null | sed 1d)
elif command -v yum >/dev/null 2>&1; then
    updates=$(yum --cacheonly --quiet list updates 2>/dev/null | sed 1d)
elif command -v zypper >/dev/null 2>&1; then
    updates=$(zypper --non-interactive --no-refresh --quiet list-updates 2>/dev/null | sed 1,2d)
elif command -v pacman >/dev/null 2>&1; then
    updates=$(pacman -Qu 2>/dev/null)
elif command -v apk >/dev/null 2>&1; then
    updates=$(apk version -l '<' 2>/dev/null | sed 1d)
else
    echo "no known package manager was found" >&2
    exit 2
fi
if [ -z "$updates" ]; then
    echo "no updates are waiting"
    exit 0
fi
printf '%s\n' "$updates" | awk 'END { print NR " updates are waiting:" }'
printf '%s\n' "$updates" | sed 's/^/  /'
exit 1
