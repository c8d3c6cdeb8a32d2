#!/bin/sh
# data_generator() divides by zero at task 15: it is the cause, and the exit status is 1.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d' EXIT
"$TRELLIS" run --record $d/x -o /dev/null $c/kmeans.vms >$d/o 2>&1; r=$?; grep -a "stopped" $d/o; echo "run status $r"
"$TRELLIS" detrek --cause $d/x 2>/dev/null; echo "detrek status $?"; [ $r = 1 ]
