#!/bin/bash
# Grids of a thousand and of four thousand nodes draw the Mandelbrot set over the tree along which they booted. Takes
# some minutes, so only in the long form.
[ -n "$LONG" ] || { echo "1..0 # SKIP only in the long form"; exit; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
"$TRELLIS" run --native -b "$tmp/mandel" -o "$tmp/native" programs/mandel/mandel.vms -- 96 72 400 2
for grid in 32x32 64x64; do
	n=$((n + 1))
	nodes=$((${grid%x*} * ${grid#*x}))
	if timeout 1800 "$TRELLIS" run -b "$tmp/mandel" -n $nodes -T boot -t programs/grid$grid.topo -o "$tmp/out" \
		programs/mandel/mandel.vms -- 96 72 400 2 > "$tmp/report" 2>&1 && cmp "$tmp/out" "$tmp/native" > "$tmp/report" 2>&1; then
		echo "ok $n - $nodes nodes"
	else
		echo "not ok $n - $nodes nodes"
		grep -v '^Node' "$tmp/report" | sed 's/^/# /'
	fi
done
echo "1..$n"
