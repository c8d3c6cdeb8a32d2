#!/bin/sh
# The generator's stack runs over everything: the run is analysed, and no record of destroyed memory is believed.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d' EXIT
"$TRELLIS" run -n 31 --monitor=outside -p $d/x -o /dev/null $c/heat.vms 2>&1 | grep -a "node n0\|deadlock"
"$TRELLIS" detrek --cause -p $d/x; r=$?; echo "detrek status $r"; [ $r = 1 ]
