#!/bin/bash
# The kernel with all its tables and buffers, without the servers' reserve, fits in 64 KB of each node of the UBC machine,
# before and after messages between all; in a network of a thousand nodes the tables come to no more than 40 bytes for each.
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
build=$(dirname "$TRELLIS")
cd "$(dirname "$0")/../.." || exit
n=0

# symbol NAME: its offset in the kernel's data
symbol() {
	nm "$build/node/kernel.elf" | awk -v name="$1" '
		$3 == name { at = $1 }
		$2 ~ /[dDbB]/ && (!low || $1 "" < low) { low = $1 "" } # as text: 80004e94 is a number to awk
		END { print at, low }' | { read -r at low; echo $((0x$at - 0x$low)); }
}

# The kernel's struct `memory` has, behind three Blocks: the address of the block in front of the servers' reserve, that behind the node's memory, bytes
# that are free, with the reserve, bytes in all without it.
offset=$(($(symbol memory) + 3 * 20))

# used TOPO NODE LINE...: the bytes of a node's memory that are not free after these commands
used() {
	local topo=$1 node=$2 gsb
	shift 2
	gsb=$(printf '%s\n' "$@" "peek $node 0x80000070 4" | "$TRELLIS" shell "$topo" 2>&1 |
		awk '/^80000070: 53545254/ { print $5 }')
	[ -n "$gsb" ] || return 1
	printf '%s\n' "$@" "peek $node $((0x$gsb + offset)) 4" | "$TRELLIS" shell "$topo" 2>&1 |
		awk 'END { print "0x" $3, "0x" $4 }' | { read -r end free; echo $((end - free - 0x80000000)); }
}

# fits NAME LIMIT USED
fits() {
	n=$((n + 1))
	if [ -n "$3" ] && [ "$3" -gt 20000 ] && [ "$3" -le "$2" ]; then
		echo "ok $n - $1: $3 bytes"
	else
		echo "not ok $n - $1: ${3:-?} bytes, at most $2"
	fi
}

ubc=programs/ubc75.topo
after=("spread -c btree_75" "run-until +50ms")
fits "after boot, a node with four links" 65536 "$(used $ubc n1 "${after[@]}")"
fits "after boot, a leaf" 65536 "$(used $ubc n74 "${after[@]}")"
fits "after messages between all" 65536 "$(used $ubc n1 "${after[@]}" \
	"loadgo -s $build/programs n0-74 alltoall -- 100 1" "run-until +50ms")"
fits "a node of 1024" $((65536 + 40 * 1024)) \
	"$(used programs/grid32x32.topo n1 "spread" "run-until +200ms")"
echo "1..$n"
