#!/bin/sh
# A file whose name is Latin-1 is recorded and counted like any other.
d=$(mktemp -d); trap 'rm -rf $d' EXIT; cp programs/queens/* $d; v=$d/$(printf 'd\351mo.vms'); mv $d/queens.vms "$v"
"$TRELLIS" run -o $d/o "$v" 8 >/dev/null 2>&1; echo "plain run: status $?"
"$TRELLIS" run --record $d/r -o $d/o "$v" 8 2>&1 >/dev/null | tail -1; "$TRELLIS" info -x $d/x $d/r; ls $d/x | sed "/^[0-9]/d"; ls -b $d/x | grep "^0-"
"$TRELLIS" run --stats-json $d/j -o $d/o "$v" 8 >/dev/null 2>$d/e; r=$?; tail -1 $d/e; echo "stats-json: status $r"; [ $r = 0 ]
