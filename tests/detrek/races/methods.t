#!/bin/bash
# trellis races --lockset, --compare-methods of recordings: what the other methods say, by variables. The
# second opinion is the report on the trace of the same run, and for a race of the graph a forced run.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
node=tests/detrek/races/node

record() { # NAME PROGRAM...
	"$TRELLIS" run --topo programs/single.topo --record "$tmp/$1.rec" "${@:2}" >"$tmp/out" 2>&1
}

methods() { # NAME OPTION...
	"$TRELLIS" races --lockset --compare-methods "${@:2}" "$tmp/$1.rec" >"$tmp/$1.found" 2>&1
	echo "status $?" >>"$tmp/$1.found"
}

record pool $node/pool.c
methods pool
cat >"$tmp/expected" <<'EOF'
no races in this run
locks: false alarm on y (pool.c:11): no lock is held at all accesses, but operations order them
locks: false alarm on x (pool.c:11): no lock is held at all accesses, but operations order them
lockset locks 6 suspects 4 false-alarms 4 missed 0
graph: race on x (pool.c:11), 1 pair of segments; RecPlay orders one by
  0.2 P lock.free at pool.c:10 (pool.c:20)
  0.2 V lock.free at pool.c:10 (pool.c:22)
  0.2 V pool at pool.c:9 (pool.c:23)
  0.3 P pool at pool.c:9 (pool.c:18), which the operation before did not cause
compare both 0 recplay-only 0 ppd-only 1
status 1
EOF
sed -n '/^no races/,$p' "$tmp/pool.found" | sed 's/, 0x[0-9a-f]* of n0//' | sed "s,$node/,,g" | grep -v ' in a stack ' >"$tmp/got"
diff "$tmp/expected" "$tmp/got" >"$tmp/diff"
result $? "pool: the lock of y is not held at its last load; the graph has a race on x"
"$TRELLIS" races --predict "$tmp/pool.rec" >"$tmp/diff"
is "... which another order shows" "$(sed -n 's/^predicted \(race on [^,]*\),.*/\1/p' "$tmp/diff")" "race on x (pool.c:11)"
methods pool --json
is "JSON has the same" "$(grep -v '^status' "$tmp/pool.found" | python3 -c '
import json, sys
found = json.load(sys.stdin)
locks, orders = found["lockset"]["variables"][0], found["compare"]["variables"][0]
print(found["lockset"]["false_alarms"], locks["variable"], locks["verdict"], locks["words"])
print(found["compare"]["ppd_only"], orders["variable"], orders["pairs"])
print(*(o["operation"] for o in orders["ordered_by"]), *(int(o["caused"]) for o in orders["ordered_by"]))')" \
	"4 y false alarm 1
1 x 1
P V V P 0 1 1 0"

# same NAME: the last lines of both reports, and the words that locks and the graph speak of.
same() {
	methods "$1"
	"$TRELLIS" export mtr -o "$tmp/$1.mtr" "$tmp/$1.rec"
	"$TRELLIS" races --lockset --compare-methods --summary --limit 0 "$tmp/$1.mtr" >"$tmp/$1.trace"
	is "$1: the counts are those of its trace" "$(grep -E '^(lockset locks|compare)' "$tmp/$1.found")" \
		"$(grep -E '^(lockset locks|compare)' "$tmp/$1.trace")"
	for verdict in race false-alarm missed; do
		is "... words with the verdict $verdict" "$(words "$1" "${verdict/-/ }")" \
			"$(grep -c "^lockset .* $verdict$" "$tmp/$1.trace")"
	done
}

words() { # NAME VERDICT
	"$TRELLIS" races --lockset --limit 0 --json "$tmp/$1.rec" | python3 -c '
import json, sys
variables = json.load(sys.stdin)["lockset"]["variables"]
print(sum(v["words"] for v in variables if v["verdict"] == sys.argv[1]))' "$2"
}

"$TRELLIS" cc --kernel -g -DRACY -o "$tmp/racy.elf" $node/sum.c
record racy "$tmp/racy.elf"
same racy
is "racy: a race on both" "$(sed -n 's/^locks: \(race on [^,]*\),.*/\1/p' "$tmp/racy.found" | paste -sd,)" \
	"race on sum (sum.c:11),race on other (sum.c:11)"
same pool
"$TRELLIS" cc --kernel -g -o "$tmp/water.elf" programs/splash/water.c programs/splash/team.c
record water "$tmp/water.elf" 4
same water
"$TRELLIS" races --dot "$tmp/x" "$tmp/pool.rec" 2>"$tmp/out"
is "what is for traces only is refused, and says how to get one" "$? $(grep -c 'trellis export mtr' "$tmp/out")" "2 1"
echo "1..$n"
