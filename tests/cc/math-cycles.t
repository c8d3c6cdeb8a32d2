#!/bin/bash
# Each usual function of double takes at most 800 cycles a call, with all memory on the chip.
. tests/cc/cc.sh

functions=(sin cos atan log exp sqrt)
printf 'topology t\nnode n0 type=T800 clock=20MHz mem=1M onchip=1M\nhost h\nwire h.0 n0.0\nend\n' >"$tmp/t.topo"
"$TRELLIS" cc -O2 -fno-builtin tests/cc/math/cycles.c -o "$tmp/a.elf" || exit 3
"$TRELLIS" boot --until 10s --topo "$tmp/t.topo" "$tmp/a.elf" >"$tmp/out" 2>"$tmp/err" || exit 3
echo "1..${#functions[@]}"
for f in "${functions[@]}"; do
	cycles=$(sed -n "s/^$f //p" "$tmp/out")
	ok "$f: $cycles cycles" [ "${cycles:-0}" -gt 50 -a "${cycles:-0}" -le 800 ]
done
