#!/bin/sh
# Clean-up: deletes packages that the package manager downloaded and keeps.
# Installed packages stay as they are.
# Exit code: 0 done, 1 the package manager failed, 2 none is known.
if command -v apt-get >/dev/null 2>&1; then
    cache=/var/cache/apt
    clean="apt-get clean"
elif command -v dnf >/dev/null 2>&1; then
    cache=/var/cache/dnf
    clean="dnf --quiet clean packages"
elif command -v yum >/dev/null 2>&1; then
    cache=/var/cache/yum
    clean="yum --quiet clean packages"
elif command -v zypper >/dev/null 2>&1; then
    cache=/var/cache/zypp
    clean="zypper --quiet clean"
elif command -v pacman >/dev/null 2>&1; then
    cache=/var/cache/pacman
    clean="pacman -Sc --noconfirm"
elif command -v apk >/dev/null 2>&1; then
    cache=/var/cache/apk
    clean="apk cache clean"
else
    echo "no known package manager was found" >&2
    exit 2
fi
size() { du -sk "$cache" 2>/dev/null | awk '{ printf "%.1f", $1 / 1024 }'; }

before=$(size)
$clean || exit 1
echo "$cache: ${before:-0} MB before, $(size) MB now"
