#!/bin/sh
# --record leaves alone what is not a recording: a user's file, and a directory.
d=$(mktemp -d); trap 'rm -rf "$d"' EXIT; echo precious > "$d/report.txt"
for to in "$d/report.txt" "$d"; do "$TRELLIS" run --record "$to" -o /dev/null programs/queens/queens.vms 2>&1 >/dev/null; echo "status $?"; done
head -1 "$d/report.txt"
