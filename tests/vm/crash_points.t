#!/bin/bash
# trellis swarm 'crash ... at message': the endings of all crashes of one node are those that every_crash.py finds run by
# run. LONG=1: for all nodes, and on seven nodes.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# tolerant APPLICATION: a copy of its directory, in which it is tolerant
tolerant() {
	cp -r "programs/$1" "$tmp"
	sed -i 's/type = .*/&\n  fault_tolerance = on;/' "$tmp/$1/$1.vms"
}

# counts: of the JSON of a swarm, as every_crash.py prints it
counts() {
	python3 -c 'import collections, json, re, sys
found = collections.defaultdict(collections.Counter)
for e in json.load(open(sys.argv[1]))["endings"]:
	name = e["ending"]
	status = re.sub(".* ", "", name) + "" if "status" in name else "0" if "well" in name else \
		"0 other" if name == "wrong output" else "1"
	for node, n in e["nodes"].items():
		found[",".join(sorted(node.split(",")))][status] += n
print(json.dumps({n: dict(c) for n, c in found.items()}, sort_keys=True))' "$1"
}

# same NAME NODES WORD...: both count the same
same() {
	rm -rf "$tmp/crashes"
	"$TRELLIS" swarm --json -o "$tmp/crashes" "crash n$2 at message" -b "$tmp/build" "${@:3}" > "$tmp/swarm" 2> "$tmp/diff"
	is "$1" "$(counts "$tmp/swarm")" "$(python3 tests/vm/every_crash.py "$TRELLIS" "$2" -b "$tmp/build" -o - "${@:3}")"
}

# same_pairs NAME NODES WORD...: both count the same for each two of these nodes
same_pairs() {
	rm -rf "$tmp/crashes"
	"$TRELLIS" swarm --json -o "$tmp/crashes" "crash n$2 at message, crash n$2 at message" -b "$tmp/build" "${@:3}" \
		> "$tmp/swarm" 2> "$tmp/diff"
	is "$1" "$(counts "$tmp/swarm")" "$(python3 tests/vm/every_crash.py "$TRELLIS" --pairs "$2" -b "$tmp/build" -o - "${@:3}")"
}

tolerant mandel
same "a leaf of three nodes" 2 -n 3 "$tmp/mandel/mandel.vms" -- 20 16 20 8
same "without fault_tolerance" 2 -n 3 programs/mandel/mandel.vms -- 12 8 20 8
"$TRELLIS" replay "$tmp/crashes/1" > "$tmp/out" 2>&1
is "the first of them is recorded" "$(grep -c "^the recorded run is replayed to its end\|fingerprint" "$tmp/out")" 1
same_pairs "two of three nodes" 1,2 -n 3 programs/mandel/mandel.vms -- 4 4 20 8
"$TRELLIS" swarm --runs 20 -o "$tmp/some" 'crash n2 at message, halt n1 at message' -b "$tmp/build" -n 3 \
	programs/mandel/mandel.vms -- 4 4 20 8 > "$tmp/out" 2> "$tmp/diff"
is "a bound tells what is left" "$? $(tail -1 "$tmp/out")" "1 not complete: 20 pairs; left: 10 second crashes of the first crash that was begun, and all those of 39 of 46 first crashes; endings 2"
if [ "$LONG" ]; then
	same_pairs "two of three tolerant nodes" 1,2 -n 3 "$tmp/mandel/mandel.vms" -- 4 4 20 8
	same_pairs "one is cut off" 1,3 -n 4 "$tmp/mandel/mandel.vms" -- 4 4 20 8
	is "its end is that of the first crash" "$(grep -c '"equal": [1-9]' "$tmp/swarm")" 1
	same "all of three nodes" 0,1,2 -n 3 "$tmp/mandel/mandel.vms" -- 20 16 20 8
	tolerant queens
	same "all but node 0 of seven nodes" 1,2,3,4,5,6 -n 7 "$tmp/queens/queens.vms"
fi

expect "a number or crashes" 2 "$TRELLIS" swarm crash programs/mandel/mandel.vms << 'END'
trellis: swarm: crash: expected a number of seeds from 1 to 10000000, or 'crash any at message'
END
expect "other faults" 2 "$TRELLIS" swarm 'cut any at message' "$tmp/mandel/mandel.vms" << 'END'
trellis: swarm: cut any at message: expected 'crash NODES at message', or halt, or two of these: 'crash NODES at message, crash NODES at message'; NODES: any, or such as n1-6
END
expect "a node twice" 2 "$TRELLIS" swarm 'crash n2 at message, halt n2 at message' -n 3 "$tmp/mandel/mandel.vms" << 'END'
trellis: swarm: crash n2 at message, halt n2 at message: both are the same node, which can stop only once
END
expect "a bound for seeds" 2 "$TRELLIS" swarm --runs 3 10 "$tmp/mandel/mandel.vms" << 'END'
trellis: swarm: --output, --runs and --time are for 'crash NODES at message'
END
expect "unknown nodes" 2 "$TRELLIS" swarm 'crash n1-9 at message' -n 3 "$tmp/mandel/mandel.vms" << 'END'
trellis: n1-9: unknown node n9 (the network has n0 to n2)
END
expect "seeds" 2 "$TRELLIS" swarm --shrink-all 'crash any at message' "$tmp/mandel/mandel.vms" << 'END'
trellis: swarm: --first, --shrink-all and --none are for runs with many seeds
END
expect "a fault besides" 2 "$TRELLIS" swarm 'crash any at message' --fault 'crash 1 at 1s' "$tmp/mandel/mandel.vms" << 'END'
trellis: --fault and --record cannot be used with crashes at all messages; use 'trellis run'
END
mkdir -p "$tmp/full" && touch "$tmp/full/mine"
expect "recordings of others are kept" 2 "$TRELLIS" swarm -o "$tmp/full" 'crash n2 at message' -b "$tmp/build" -n 3 \
	programs/mandel/mandel.vms -- 12 8 20 8 << END
trellis: $tmp/full: the directory for recordings is not empty; remove it, or name another one with -o
END
# a run that ends while an input of node 0 is ordered, which takes effect later
"$TRELLIS" run --record "$tmp/last.rec" --fault 'crash 1 at 104.26ms' -b "$tmp/build" -o - -n 4 -- programs/mandel/mandel.vms 4 4 20 8 \
	>"$tmp/said" 2>&1
is "a recording that ends with an order" "$("$TRELLIS" replay "$tmp/last.rec" 2>&1 | grep -c '^the end of the recorded run')" 1
echo "1..$n"
