#!/bin/sh
# Shows who may become root: members of admin groups, sudo rules, other
# accounts with user id 0.
# Exit code: 0 as expected, 1 an account besides root has user id 0 or a rule
# asks for no password.
attention=0

echo "accounts with user id 0:"
awk -F: '$3 == 0 { print "  " $1 }' /etc/passwd
others=$(awk -F: '$3 == 0 && $1 != "root"' /etc/passwd)
[ -n "$others" ] && attention=1

echo
echo "members of admin groups:"
for group in sudo wheel admin root; do
    line=$(grep "^$group:" /etc/group) || continue
    members=$(printf '%s\n' "$line" | cut -d: -f4)
    printf '  %-8s %s\n' "$group" "${members:-nobody}"
done

echo
echo "sudo rules:"
for file in /etc/sudoers /etc/sudoers.d/*; do
    [ -r "$file" ] && [ -f "$file" ] || continue
    rules=$(grep -Ev '^[[:space:]]*(#|$|Defaults|@include)' "$file")
    [ -n "$rules" ] || continue
    printf '%s\n' "$rules" | sed "s|^|  ${file##*/}: |"
    if printf '%s\n' "$rules" | grep -q NOPASSWD; then
        attention=1
    fi
done
exit $attention
