#!/bin/sh
# #line in compute.c names a file outside the application: that file does not come into the recording.
d=$(mktemp -d); trap 'rm -rf "$d"' EXIT; echo TOPSECRET > "$d/secret"
cp -r "$(dirname "$0")" "$d/app"; sed -i "s|SECRET|$d/secret|" "$d/app/compute.c"
"$TRELLIS" run --record "$d/r" -o /dev/null "$d/app/kmeans.vms" >/dev/null 2>&1; echo "status $?"
"$TRELLIS" info -x "$d/x" "$d/r"; grep -rl TOPSECRET "$d/r" "$d/x" && { echo "leaked"; exit 1; }; echo "not leaked"
