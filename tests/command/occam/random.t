#!/bin/bash
# Random occam programs (drawn.py), compiled by INMOS's compiler for four chips, print what another program has computed.
# LONG: 125 of them. T4 names a copy of the public repository pahihu/t4, which has the toolset.
toolset=$T4/itools/d7205/d7205a.tar.gz
[ -f "$toolset" ] || { echo "1..0 # SKIP T4 does not name a copy of the repository pahihu/t4"; exit; }
. tests/tap.sh
here=$PWD/tests/command/occam
cd "$tmp" || exit
tar -xzf "$toolset"
export TRELLIS_OCCAM=$tmp/d7205
for chip in T414 T425 T800 T805; do
	for ((seed = 1; seed <= (LONG ? 125 : 6); seed++)); do
		python3 -B "$here/drawn.py" $seed random.occ >wanted
		"$TRELLIS" occam --record none --chip $chip random.occ </dev/null 2>err | tr -d '\r' | diff wanted - >diff ||
			{ echo "seed $seed:"; head -3 diff err; }
	done >differ
	is "$chip" "$(cat differ)" ""
done
echo "1..$n"
