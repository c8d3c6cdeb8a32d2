#!/bin/sh
# The receiver of an SPMD returns after 5 of 6 results: the run fails, and no tool says Success.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d' EXIT
"$TRELLIS" run --record $d/x -o /dev/null $c/heat.vms 2>&1 | grep -a 'took the results\|deadlock'
"$TRELLIS" detrek --cause $d/x 2>/dev/null; r=$?; echo "detrek status $r"; [ $r = 1 ]
