#!/bin/sh
# The host reaches node 0 over a crossbar: `why` knows the pixel and its file.
t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --record "$t/r" -n 20 -t programs/ubc75.topo -o "$t/p.ppm" programs/mandel/mandel.vms -- 120 90 >/dev/null 2>&1
"$TRELLIS" why -n 3 "$t/r" mandel.ppm@30,30
