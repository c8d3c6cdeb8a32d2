#!/bin/bash
# run --graph of an APP.vms: what recorded applications of each type have done is in their graphs.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# graph NAME PROCESSORS APP [ARGUMENT...]: the graph, and a recorded run's records
graph() {
	"$TRELLIS" run --graph "$tmp/$1.dcfg" -n "$2" "$3" || return
	"$TRELLIS" run --root "$tmp" --record "$tmp/$1.rec" -b "$tmp/build-$1" -n "${@:2}" > "$tmp/out" 2>&1 || { tail "$tmp/out"; return; }
	"$TRELLIS" export records -o "$tmp/$1" "$tmp/$1.rec" > "$tmp/out" 2>&1
}

# contained NAME TYPE PROCESSORS [DEGREE DEPTH]: is the run in the graph? the message says how much it was
contained() {
	local out
	out=$(python3 tests/vm/message_graph.py "$tmp/$1.dcfg" "$tmp/$1" "${@:2}" 2>&1)
	printf '%s\n' "$out" > "$tmp/diff"
	grep -q '[1-9][0-9]* operations$' <<< "$out" && grep -qx '0 changed' <<< "$out"
	result $? "$1 on $3 nodes: ${out%%$'\n'*}"
}

# peers NAME PROCESS: its sends and receives, but for places and numbers
peers() {
	sed -nE "s|^node $2/[A-Z][0-9.]* (send\|recv) ([^ ]*) on ([^ ]*).*|\1 \2 \3|p" "$tmp/$1.dcfg" | sort -u
}

graph farm 4 tests/vm/break/farm.vms && contained farm PFVM 4
graph filters 4 programs/filters/filters.vms && contained filters PIPELINE 4
is "a stage" "$(peers filters compute:n2)" "recv compute:n1 1
send compute:n3 1"
graph life 5 programs/life/life.vms && contained life SPMD 5
is "a node of a ring" "$(peers life compute:n1)" "recv compute:n2 4
recv compute:n4 3
recv generator:n0 1
send compute:n2 3
send compute:n4 4
send receiver:n0 2"
graph quad 7 programs/quad/quad.vms && contained quad DCVM 7 2 6
is "the split of a node whose children split, or compute" "$(peers quad compute:n1/split)" "recv compute:n1/main start/split
recv generator:n0 1
send compute:n1/main semaphore/whole
send compute:n2/main 1
send compute:n2/split 1
send compute:n3/main 1
send compute:n3/split 1"
is "a join" "$(peers quad compute:n3/join)" "recv compute:n3/main start/join
recv compute:n6 2
send compute:n1/join 2"
sed 's/split_depth = 6/split_depth = 1/; s|= \([a-z]*\.c\)|= \1|' programs/quad/quad.vms > "$tmp/quad.vms" && cp programs/quad/*.[ch] "$tmp"
graph shallow 7 "$tmp/quad.vms" && contained shallow DCVM 7 2 1
is "below the level that splits, parts go to all nodes" "$(peers shallow compute:n1/split | grep -c 'send compute:n[2-6] 1')" 5
sed 's/topology = BTREE/topology = BOOT/' programs/quad/quad.vms > "$tmp/boot.vms"
is "along the tree of the machine's boot" "$("$TRELLIS" run --graph "$tmp/boot.dcfg" -n 4 --topo programs/chain4.topo "$tmp/boot.vms" 2>&1
	peers boot compute:n2/join)" "recv compute:n2/main start/join
recv compute:n3 2
send compute:n1/join 2"
for app in quad mandel; do
	sed 's/type = [PFDC]*VM;/&\n  fault_tolerance = on;/' programs/$app/$app.vms > "$tmp/tolerant.vms"
	is "$app: with fault_tolerance others may get a task" "$("$TRELLIS" run --graph "$tmp/x" "$tmp/tolerant.vms" 2>&1 | sed 's/.*tolerant.vms:[0-9]*: //'
		echo "${PIPESTATUS[0]}")" "the graph of a $(sed -n 's/ *type = \(.*\);/\1/p' programs/$app/$app.vms) with fault_tolerance is not supported: when a node is lost, \
its tasks go to other nodes; make that of the same $(sed -n 's/ *type = \(.*\);/\1/p' programs/$app/$app.vms) without fault_tolerance
2"
done
echo "1..$n"
