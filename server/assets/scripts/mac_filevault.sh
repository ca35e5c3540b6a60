#!/bin/sh
# Tells whether the disk of a Mac is encrypted with FileVault.
# Exit code: 0 yes, 1 no, 2 could not find out.
if ! command -v fdesetup >/dev/null 2>&1; then
    echo "this is no macOS" >&2
    exit 2
fi
state=$(fdesetup status)
echo "$state"
case $state in
    *"FileVault is On"*) exit 0 ;;
    *) exit 1 ;;
esac
