#!/bin/bash
# trellis probe: runs that are the same are told so, others with where they part.
. tests/tap.sh
touch "$tmp/diff"

echo 1..13

# run WAY VMS [OPTIONS]: with its files in $tmp/WAY.*
run() {
	local way=$1 vms=$2 monitor=
	shift 2
	[[ $way = [0-9]* || $way = off ]] && monitor=--monitor=$way
	"$TRELLIS" run $monitor -b "$tmp/build" --record "$tmp/$way.rec" "programs/$vms" "$@" > /dev/null 2>&1
	"$TRELLIS" export records -o "$tmp/$way" "$tmp/$way.rec" 2> /dev/null
}

# probe A B: what it says goes to $tmp/said
probe() {
	"$TRELLIS" probe "$tmp/$1" "$tmp/$2" > "$tmp/said" 2>&1
}

run outside simulated/farm.vms
run off simulated/farm.vms
run 100000,1,8 simulated/farm.vms

cp "$tmp/outside.json" "$tmp/plain.json"
probe plain outside
[ $? = 0 ] && [ "$(grep -c ' 1\.000$' "$tmp/said")" = 10 ] && grep -q '^cycles, low .* 1.000$' "$tmp/said"
result $? "the same run costs exactly 1.000"
grep -q '^the nodes did as much; the order of events is not known of both$' "$tmp/said"
result $? "without events the order is not judged"
probe outside outside
[ $? = 0 ] && grep -q '^the behaviour is the same' "$tmp/said"
result $? "a run behaves as itself"
probe outside 100000,1,8
[ $? = 1 ] && grep -q '^the behaviour is not the same$' "$tmp/said"
result $? "the monitor on the nodes changes what happens"
grep -Eq '^time, us +[0-9]+ +[0-9]+ +1\.[0-9]+$' "$tmp/said"
result $? "and takes time"
grep -Eq '^n[0-7]: the order of messages differs from number [0-9]+ on:$' "$tmp/said"
result $? "each node's first difference is told"

# the lines named there are those of the traces
node=$(sed -nE '0,/differs/s/^n([0-7]): the order.*/\1/p' "$tmp/said")
number=$(sed -nE '0,/differs/s/.*from number ([0-9]+) on:/\1/p' "$tmp/said")
for way in outside 100000,1,8; do
	awk -v n="$node" '$2 == n' "$tmp/$way.tvm" | cut -d' ' -f3- > "$tmp/$way.order"
done
is "it is the first that differs" "$(cmp "$tmp/outside.order" "$tmp/100000,1,8.order" | sed 's/.*line //')" "$number"
awk '$2 == 0 && $5 != "" { print }' "$tmp/outside.tvm" | head -"$number" | tail -1 | cut -d' ' -f1 > "$tmp/when"
[ "$node" != 0 ] || grep -q "outside: $(cat "$tmp/when") us" "$tmp/said"
result $? "with its time"

# who computed what, counted from the traces
for way in outside 100000,1,8; do
	awk '$3 == "start" && $4 == 4 { print $5, $6, $2 }' "$tmp/$way.std" | sort > "$tmp/$way.work"
done
is "as many tasks were computed elsewhere as the traces say" \
	"$(sed -nE 's/^([0-9]+) tasks and parts were.*/\1/p' "$tmp/said")" \
	"$(comm -23 "$tmp/outside.work" "$tmp/100000,1,8.work" | wc -l)"
"$TRELLIS" probe --json "$tmp/outside" "$tmp/100000,1,8" |
	python3 -c 'import json, sys; d = json.load(sys.stdin); sys.exit(d["same"] or d["ratio"] <= 1 or len(d["nodes"]) != 8)'
result $? "all of it as JSON"

"$TRELLIS" probe "$tmp/outside" > /dev/null 2>&1
[ $? = 2 ]
result $? "one run is not enough"
run plain simulated/farm.vms -n 4
probe plain outside
[ $? = 2 ] && grep -q 'has 4 nodes, and .* has 8' "$tmp/said"
result $? "runs on other machines are not compared"
echo '{"nodes": [{}]}' > "$tmp/plain.json"
probe plain outside
[ $? = 2 ] && grep -q "plain.json has no 'tasks'" "$tmp/said"
result $? "what is no run is refused"
