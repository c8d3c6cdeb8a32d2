#!/bin/sh
# --record leaves a directory alone that holds a user's files.
d=$(mktemp -d); trap 'rm -rf "$d"' EXIT; echo precious > "$d/report.txt"
"$TRELLIS" run --record "$d" -o /dev/null programs/queens/queens.vms >/dev/null 2>&1; echo "status $?"; head -1 "$d/report.txt"
