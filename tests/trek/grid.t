#!/bin/bash
# A grid of a thousand nodes draws the Mandelbrot set over the tree along which it booted. Takes a minute, so only in
# the long form.
[ -n "$LONG" ] || { echo "1..0 # SKIP only in the long form"; exit; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
echo "1..1"
"$TRELLIS" run --native -b "$tmp/mandel" -o "$tmp/native" programs/mandel/mandel.vms -- 96 72 400 2
if timeout 1800 "$TRELLIS" run -b "$tmp/mandel" -n 1024 -T boot -t programs/grid32x32.topo -o "$tmp/out" \
	programs/mandel/mandel.vms -- 96 72 400 2 > "$tmp/report" 2>&1 && cmp "$tmp/out" "$tmp/native"; then
	echo "ok 1 - 1024 nodes"
else
	echo "not ok 1 - 1024 nodes"
	grep -v '^Node' "$tmp/report" | sed 's/^/# /'
fi
