#!/bin/bash
# What a crash loses. Every record that the nodes' probes have noted is also seen by the machine (export reference);
# what of a node's is not in the monitor's file is lost: at most its upper bound, and of a node that still answers at
# the end nothing. A record that is there before the machine has seen its probe return is the one being noted.
# Of a run that is killed, nothing is lost that was in the file.
. tests/tap.sh
touch "$tmp/diff"
moments="15 60 200 300"
[ -n "$LONG" ] && moments=$(seq 5 13 400)

echo 1..10

# run BOUNDS [OPTIONS] APP: with its files in $tmp/seen.* and $tmp/noted.*
run() {
	local bounds=$1
	shift
	"$TRELLIS" run --monitor="$bounds" -b "$tmp/build" --record "$tmp/run.rec" "$@" > "$tmp/said" 2>&1
	"$TRELLIS" export records -o "$tmp/seen" "$tmp/run.rec" 2> /dev/null
	"$TRELLIS" export reference -o "$tmp/noted" "$tmp/run.rec"
}

# of the monitor's and of the witness's records: node, kind, peer, task, SubTid of each
records() {
	cat "$tmp/$1.tvm" "$tmp/$1.std" | awk '$3 != "stop"' | cut -d' ' -f2- | sort
}

# silent: the nodes that did not answer, one a line
silent() {
	sed -nE 's/^n([0-9,-]+) did not answer$/\1/p' "$tmp/said" | tr , '\n' |
		awk -F- '{ for (i = $1; i <= $NF; i++) print i }'
}

# lost: the most that a node without an answer has lost, or what is wrong; nodes must have stopped
lost() {
	silent > "$tmp/silent"
	comm -3 <(records noted) <(records seen) | sed 's/^\t/more /; t; s/^/lost /' > "$tmp/differ"
	awk 'FILENAME ~ /silent/ { silent[$1] = 1; next }
		!($2 in silent) { wrong = "node " $2 " answered, and differs"; next }
		$1 == "lost" && ++lost[$2] > most { most = lost[$2] }
		$1 == "more" && ++more[$2] > 1 { wrong = "node " $2 " has records that it has not noted" }
		END { print wrong ? wrong : length(silent) ? most + 0 : "all nodes answered" }' "$tmp/silent" "$tmp/differ"
}

# is_within BOUND WHAT: also keeps the greatest in $greatest
greatest=0
is_within() {
	[[ "$2" =~ ^[0-9]+$ ]] && [ "$2" -le "$1" ] || return 1
	[ "$2" -le "$greatest" ] || greatest=$2
}

# crashes UPPER NODES: of one node after the other, each at its moment
crashes() {
	local upper=$1 nodes=$2 k=0 status=0 what
	greatest=0
	for ms in $moments; do
		k=$((k % (nodes - 1) + 1))
		run "0,$upper,$upper" -n "$nodes" --fault "crash $k at +${ms}ms" programs/simulated/simulated.vms
		what=$(lost)
		is_within "$upper" "$what" || { status=1; echo "node $k at $ms ms: $what" >> "$tmp/diff"; }
	done
	result $status "$nodes nodes, upper bound $upper: $greatest records lost at most"
}

for nodes in 6 16; do
	for upper in 1 8 64; do
		: > "$tmp/diff"
		crashes $upper $nodes
	done
	[ "$greatest" -gt 8 ]
	result $? "$nodes nodes: a larger bound does lose more"
done

run 0,8,8 programs/simulated/dc.vms
what=$(lost)
grep -q 'halted by Error' "$tmp/said" && is_within 8 "$what"
result $? "nodes that halt in a task: $what records lost at most"

# killed once the file has some blocks; the whole run has the same, and more
run 0,1,1 programs/simulated/dc.vms
"$TRELLIS" run --monitor=0,1,1 -b "$tmp/build" --moments 1 --record "$tmp/killed.rec" programs/simulated/dc.vms > /dev/null 2>&1 &
pid=$!
while kill -0 $pid 2> /dev/null && [ "$(stat -c %s "$tmp/killed.rec" 2> /dev/null || echo 0)" -lt 1500000 ]; do
	sleep 0.01
done
kill -KILL $pid 2> /dev/null
wait $pid 2> /dev/null
"$TRELLIS" export records -o "$tmp/killed" "$tmp/killed.rec" 2> /dev/null
size=$(stat -c %s "$tmp/killed.all")
cmp -n "$size" "$tmp/killed.all" "$tmp/seen.all" && [ "$(wc -l < "$tmp/killed.tvm")" -gt 100 ]
result $? "a run that was killed leaves a recording with its records as far as it goes"
