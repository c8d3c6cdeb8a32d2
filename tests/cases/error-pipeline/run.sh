#!/bin/sh
# data_generator() of a pipeline divides by zero at task 2: it is the first cause, no other function.
c=$(dirname "$0"); d=$(mktemp -d); trap 'rm -rf $d' EXIT
"$TRELLIS" run --record $d/x -o /dev/null $c/strmatch.vms 2>&1 | grep -a stopped
"$TRELLIS" detrek --cause $d/x 2>/dev/null | tee $d/o | sed -n 1,3p; grep -A2 ^Cause $d/o | grep -q '^2 0 0 data_generator()'
