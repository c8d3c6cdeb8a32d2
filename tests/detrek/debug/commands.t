#!/bin/bash
# Every command of the debugger answers on the recording of a run on 75 nodes; the processor time of each is printed.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
"$TRELLIS" run --record "$tmp/run" -o /dev/null -t programs/ubc75.topo -n 75 programs/msort/msort.vms > "$tmp/out" 2>&1
python3 tests/detrek/debug/commands.py "$TRELLIS" "$tmp/run"
