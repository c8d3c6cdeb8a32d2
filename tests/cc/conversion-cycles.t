#!/bin/bash
# A double becomes 17 digits, and these become the double, in a bounded number of cycles, whatever its size, with all memory
# on the chip; few digits become a double much sooner.
. tests/cc/cc.sh

declare -A most=([sprintf]=16000 [strtod]=6600 [few]=1300)
printf 'topology t\nnode n0 type=T800 clock=20MHz mem=1M onchip=1M\nhost h\nwire h.0 n0.0\nend\n' >"$tmp/t.topo"
"$TRELLIS" cc -O2 -fno-builtin tests/cc/math/conversions.c -o "$tmp/a.elf" || exit 3
"$TRELLIS" boot --until 10s --topo "$tmp/t.topo" "$tmp/a.elf" >"$tmp/out" 2>"$tmp/err" || exit 3
echo "1..4"
for f in sprintf strtod few; do
	cycles=$(sed -n "s/^$f //p" "$tmp/out")
	ok "$f: $cycles cycles" [ "${cycles:-0}" -gt 500 -a "${cycles:-0}" -le "${most[$f]}" ]
done
ok "all are exact" grep -qx "0 differ" "$tmp/out"
