#!/bin/bash
# Members of a structure that optimisation has taken apart have their names, not addresses.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

"$TRELLIS" cc --kernel -g -O1 -o "$tmp/pieces.elf" tests/detrek/flowback/node/pieces.c
"$TRELLIS" run --topo programs/pair.topo --record "$tmp/rec" "n0:$tmp/pieces.elf" 10 20 30 5 > "$tmp/out" 2>&1
"$TRELLIS" why -n 60 "$tmp/rec" > "$tmp/why"
is "the divisor's value and what decides it" "$(grep -o 'p\.[a-z]* = [0-9]*  main()  pieces.c:[0-9]*' "$tmp/why" | sort -u)" \
	"p.first = 65  main()  pieces.c:16
p.second = 0  main()  pieces.c:18"
is "no word of main has an address for a name" "$(grep -c '\*0x.*main()' "$tmp/why")" 0
echo "1..$n"
