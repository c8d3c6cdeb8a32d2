#!/bin/bash
# A pipeline: the same output on the host and on machines of several sizes, monitored or not; crashes in any
# stage, each of which detrek names first. LONG=1: a hundred crashes.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
vms=programs/filters/filters.vms

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

run native --native $vms
[ "$(sha256sum <"$tmp/filters.pgm" | cut -d' ' -f1)" = "$(cut -d' ' -f1 programs/filters/expected.sha256)" ]
result $? "on the host"

for nodes in 1 2 3 5 ${LONG:+9 16}; do
	run native --native -n $nodes $vms && mv "$tmp/filters.pgm" "$tmp/host.pgm"
	run "" -n $nodes $vms && cmp "$tmp/filters.pgm" "$tmp/host.pgm" >"$tmp/diff"
	result $? "on $nodes nodes"
done
seen out outside $vms
cp "$tmp/filters.pgm" "$tmp/outside.pgm"
seen in inside --monitor $vms && cmp "$tmp/filters.pgm" "$tmp/outside.pgm" >"$tmp/diff"
result $? "monitored from inside and outside"
for p in in out; do
	events=$(wc -l <"$tmp/$p.tvm")
	diff <("$TRELLIS" detrek --verify -p "$tmp/$p" | grep -v '^recorded by') - >"$tmp/diff" <<-X
		Success
		stamps: $((events * events)) pairs, 0 differ
	X
	result $? "its trace: $p"
done

# crash SEED: a node crashes in some call of its stage; the task is that of the call.
crash() {
	local nodes=$((2 + $1 % 6)) node call task
	node=$((1 + $1 / 6 % (nodes - 1)))
	call=$((1 + $1 * 7 % 12))
	task=$((call - 1))
	seen x outside -n $nodes --patience 1s \
		--fault "crash $node at call $call of compute_fn" $vms 12
	diff <("$TRELLIS" detrek --cause -p "$tmp/x" | sed -n 1,5p) - <<-X
		Cause
		TASK SUBTASK NODE PROCESS
		$task 0 $node comp_fn()
		Failure
		TASK SUBTASK NODE PROCESS
	X
	mv "$tmp/x.std" "$tmp/x.none"
	"$TRELLIS" detrek -p "$tmp/x" >"$tmp/table"
	grep -qFx "$task 0 $node comp_fn()" "$tmp/table" || cat "$tmp/table"
}
for seed in $(seq 1 ${LONG:+9}5) ${LONG:+96 97 98 99 100}; do
	crash "$seed"
done >"$tmp/diff"
[ ! -s "$tmp/diff" ]
result $? "crashes are named first by the functions, and are in the table of the messages alone"

sed 's/^Configuration/&\n  topology = BTREE;/' $vms >"$tmp/bad.vms"
cp programs/filters/*.[ch] "$tmp"
expect "a tree for a pipeline" 2 "$TRELLIS" run "$tmp/bad.vms" <<<"$tmp/bad.vms:9: the nodes of a PIPELINE are a CHAIN"
expect "an option for one" 2 "$TRELLIS" run --tree btree $vms <<<"trellis: --tree btree: the nodes of a PIPELINE are a chain"
echo "1..$n"
