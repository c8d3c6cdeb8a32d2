#!/bin/sh
# compute.c says #line 1 "/tmp/secret-4711.txt": that file does not come into the recording.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d /tmp/secret-4711.txt' EXIT; echo TOPSECRET > /tmp/secret-4711.txt
"$TRELLIS" run --record $d/r -o /dev/null $c/kmeans.vms >/dev/null 2>&1
grep -rl TOPSECRET $d/r && { echo "leaked"; exit 1; }; echo "not leaked"
