#!/bin/sh
# The generator's stack runs over everything: the run is analysed, and no record of destroyed memory is believed.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d' EXIT
"$TRELLIS" run -n 31 --record $d/x -o /dev/null $c/heat.vms 2>&1 | grep -a "accessed\|deadlock"
"$TRELLIS" detrek --cause $d/x 2>/dev/null; r=$?; echo "detrek status $r"; [ $r = 1 ]
