#!/bin/sh
# Lists updates of macOS that are waiting. Nothing is installed.
# Exit code: 0 none, 1 some, 2 could not find out.
if ! command -v softwareupdate >/dev/null 2>&1; then
    echo "this is no macOS" >&2
    exit 2
fi
list=$(softwareupdate --list 2>&1) || { echo "$list" >&2; exit 2; }
echo "$list"
case $list in
    *"No new software available"*) exit 0 ;;
    *Label:*) exit 1 ;;
    *) exit 0 ;;
esac
