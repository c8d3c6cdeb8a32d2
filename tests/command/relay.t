#!/bin/bash
# One stream boots a tree of nodes over their links: programs/relay on a mesh of 16, column 0 downwards,
# rows to the right.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
$TRELLIS as --raw -o "$temp/relay.btl" programs/relay/relay.s || exit

python3 - "$temp" <<'PY'
import sys
temp = sys.argv[1]
block = open(temp + '/relay.btl', 'rb').read()
EAST, SOUTH, END = 1, 2, 255

def packets(link, data):
    return b''.join(bytes([link, len(part)]) + part
                    for part in (data[i:i + 200] for i in range(0, len(data), 200)))

def stream(row, column):
    out = block
    if column == 0 and row < 3:
        out += packets(SOUTH, stream(row + 1, 0))
    if column < 3:
        out += packets(EAST, stream(row, column + 1))
    return out + bytes([END])

open(temp + '/mesh.btl', 'wb').write(stream(0, 0))
PY

echo 1..3
n=0
for way in '--sync windows' '--sync lockstep' '--link-events byte'; do
	n=$((n + 1))
	got=$($TRELLIS boot --raw $way --topo programs/mesh16.topo "$temp/mesh.btl" 2> "$temp/print$n" < /dev/null |
		od -An -td4 | tr -d ' ')
	if [ "$got" = 16 ] && cmp -s "$temp/print1" "$temp/print$n"; then
		echo "ok $n - one stream boots 16 nodes, $way"
	else
		echo "not ok $n - one stream boots 16 nodes, $way"
		echo "# counted: $got; $(cat "$temp/print$n")"
	fi
done
