#!/bin/bash
# Message programs: no byte is lost or changed, on machines of several shapes, with messages of
# no bytes, of some, and of several packets; the same twice.
repository=$PWD
programs=$(dirname "$TRELLIS")/programs
n=0
ok() { # name, status, output
	n=$((n + 1))
	if [ "$2" = 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		sed 's/^/# /' <<< "$3"
	fi
}

# session TOPO SEED LINE...: what the shell prints to these commands, after spread.
session() {
	local topo=$1 seed=$2
	shift 2
	printf '%s\n' "$@" | (cd "$programs" && "$TRELLIS" shell --seed "$seed" "$repository/programs/$topo") 2>&1
}

# right NAME LINES OUTPUT: so many lines say that nothing was wrong.
right() {
	[ "$(grep -c ' us.*, 0 messages wrong$' <<< "$3")" = "$2" ]
	ok "$1" $? "$3"
}

sizes=()
for bytes in 0 1 7 2048 2049 20000; do
	sizes+=("loadgo n0-3 ring -- $bytes 2" "loadgo n0-3 alltoall -- $bytes 2" "loadgo n0-3 flood -- $bytes 3"
		"loadgo n0,3 pingpong -- 3 $bytes 2")
done
out=$(session chain4.topo 0 "spread" "${sizes[@]}")
right "sizes" 24 "$out"
[ "$out" = "$(session chain4.topo 0 "spread" "${sizes[@]}")" ]
ok "the same twice" $? "$out"

for net in cube8.topo:7 mesh16.topo:15 ring16.topo:15 tree13.topo:13; do
	last=${net#*:}
	for seed in 1 ${LONG:+2 3}; do
		out=$(session "${net%:*}" $seed "spread" "loadgo n0-$last ring" "loadgo n0-$last alltoall" \
			"loadgo n0-$last flood" "loadgo n0,$last pingpong -- $last 5000" "loadgo n0-5 alltoall -- 100 3 6")
		right "${net%.*}, seed $seed" 5 "$out"
	done
done

out=$(session ubc75.topo 1 "spread -c btree_75" "loadgo n0-74 alltoall -- 64 1" "loadgo n0-74 flood -- 4096 1")
right "75 nodes" 2 "$out"
if [ -n "$LONG" ]; then
	for net in grid32x32:1023 grid64x64:4095; do
		out=$(session ${net%:*}.topo 1 "spread" "loadgo n0-${net#*:} ring -- 1024 1")
		right "$net, a ring of all" 1 "$out"
	done
	for seed in $(seq 20); do
		config=$([ $((seed % 2)) = 0 ] && echo btree_75 || echo chain_75)
		out=$(session ubc75.topo $seed "spread -c $config" "loadgo n0-74 alltoall -- 4096 1" \
			"loadgo n0-74 flood -- 4096 20")
		right "75 nodes, 4 KB to all and all to one, $config, seed $seed" 2 "$out"
	done
fi
echo "1..$n"
