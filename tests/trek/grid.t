#!/bin/bash
# Grids of a thousand and of four thousand nodes draw the Mandelbrot set over the tree along which they booted. Takes
# some minutes, so only in the long form.
[ -n "$LONG" ] || { echo "1..0 # SKIP only in the long form"; exit; }
. tests/tap.sh

# grid SIDE ARGUMENT...: a square of nodes draws what the host draws
grid() {
	local side=$1
	shift
	"$TRELLIS" run --native -b "$tmp/mandel" -o "$tmp/native" programs/mandel/mandel.vms -- "$@" >"$tmp/diff" 2>&1 &&
		"$TRELLIS" run -b "$tmp/mandel" -n $((side * side)) -T boot -t "programs/grid${side}x$side.topo" \
			-o "$tmp/out" programs/mandel/mandel.vms -- "$@" >"$tmp/report" 2>&1 && cmp "$tmp/out" "$tmp/native"
	local status=$?
	grep -v '^Node' "$tmp/report" >>"$tmp/diff"
	result $status "$((side * side)) nodes"
}

echo "1..2"
grid 32 96 72 400 2
grid 64 64 48 100 4
