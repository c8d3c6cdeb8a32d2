#!/bin/bash
# A ring of nodes that exchange borders: the same output on the host and on machines of several sizes,
# monitored or not; crashes in any step, each of which detrek names first. LONG=1: a hundred crashes.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
vms=programs/life/life.vms

# run BUILD ARGUMENT...: in a directory of its own
run() {
	"$TRELLIS" run --root "$tmp" --build "$tmp/build$1" "${@:2}" 2>"$tmp/said"
}

# seen PREFIX BUILD ARGUMENT...: likewise; the records of the nodes' monitors, or from outside, have the prefix
seen() {
	run "${@:2}" --record "$tmp/$1.rec"
	local status=$?
	"$TRELLIS" export records -o "$tmp/$1" "$tmp/$1.rec" 2> "$tmp/made"
	return $status
}

# The game of life, written apart from the application.
python3 - >"$tmp/life.want" <<-X
	seed, alive = 1, set()
	for y in range(48):
	    for x in range(64):
	        seed = (seed * 1664525 + 1013904223) % 2**32
	        if seed >> 30 == 0:
	            alive.add((x, y))
	for step in range(24):
	    near = {}
	    for x, y in alive:
	        for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
	            at = ((x + dx) % 64, (y + dy) % 48)
	            near[at] = near.get(at, 0) + 1
	    alive = {at for at in near if near[at] == 3 or near[at] == 2 and at in alive}
	for y in range(48):
	    print(''.join('#' if (x, y) in alive else '.' for x in range(64)))
X
[ "$(sha256sum <"$tmp/life.want" | cut -d' ' -f1)" = "$(cut -d' ' -f1 programs/life/expected.sha256)" ]
result $? "the expected output is that of another program"
for nodes in 4 5 8 ${LONG:+16 49}; do
	run native --native -n $nodes $vms && cmp "$tmp/life.txt" "$tmp/life.want" >"$tmp/diff"
	result $? "on the host, as $nodes nodes"
	run "" -n $nodes $vms && cmp "$tmp/life.txt" "$tmp/life.want" >"$tmp/diff"
	result $? "on $nodes nodes"
done
seen out outside $vms && cmp "$tmp/life.txt" "$tmp/life.want" >"$tmp/diff"
result $? "monitored from outside"
seen in inside --monitor $vms && cmp "$tmp/life.txt" "$tmp/life.want" >"$tmp/diff"
result $? "monitored from inside"
for p in in out; do
	diff <("$TRELLIS" detrek --verify -p "$tmp/$p" | grep -v '^recorded by') - >"$tmp/diff" <<-X
		Success
		stamps: 160000 pairs, 0 differ
	X
	result $? "its trace: $p"
done

# crash SEED: a node crashes in some step.
crash() {
	local nodes=$((4 + $1 % 6)) node call step
	node=$((1 + $1 / 6 % (nodes - 1)))
	call=$((1 + $1 * 7 % 24))
	step=$((call - 1))
	seen x outside -n $nodes --patience 1s \
		--fault "crash $node at call $call of compute_fn" $vms
	diff <("$TRELLIS" detrek --cause -p "$tmp/x" | sed -n 1,5p) - <<-X
		Cause
		TASK SUBTASK NODE PROCESS
		$step 0 $node step_fn()
		Failure
		TASK SUBTASK NODE PROCESS
	X
	mv "$tmp/x.std" "$tmp/x.none"
	diff <("$TRELLIS" detrek -p "$tmp/x" | sed -n 1,3p) - <<-X
		Failure
		TASK SUBTASK NODE PROCESS
		$step 0 $node step_fn()
	X
}
for seed in $(seq 1 ${LONG:+9}5) ${LONG:+96 97 98 99 100}; do
	crash "$seed" || echo "seed $seed"
done >"$tmp/diff"
[ ! -s "$tmp/diff" ]
result $? "crashes are named first by the functions, and by the messages alone"

sed 's/^Configuration/&\n  topology = BTREE;/' $vms >"$tmp/bad.vms"
expect "a tree for a ring" 2 "$TRELLIS" run "$tmp/bad.vms" \
	<<<"$tmp/bad.vms:9: the nodes of an SPMD are a ring; leave topology out"
sed 's/total_processors = 5/total_processors = 3/' $vms >"$tmp/bad.vms"
expect "too few nodes" 2 "$TRELLIS" run "$tmp/bad.vms" \
	<<<"$tmp/bad.vms:9: total_processors = 3: an SPMD needs at least 4: node 0, and three on the ring"
sed '/total_tasks/d' $vms >"$tmp/bad.vms"
expect "no steps" 2 "$TRELLIS" run "$tmp/bad.vms" \
	<<<"$tmp/bad.vms: total_tasks is missing: an SPMD computes that many steps"
expect "an option for a tree" 2 "$TRELLIS" run --tree btree $vms <<<"trellis: --tree btree: the nodes of an SPMD are a ring"
expect "an option for too few nodes" 2 "$TRELLIS" run -n 2 $vms \
	<<<"trellis: --nodes 2: an SPMD needs at least 4: node 0, and three on the ring"
echo "1..$n"
