#!/bin/bash
# How TrEK deals out tasks: nobody is idle while tasks wait, whatever they cost and however fast a node is; on
# any tree; and what trellis run tells of it.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
ok() { # name, status; what was wrong is in $tmp/err
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; sed 's/^/# /' "$tmp/err"; fi
}

# json EXPRESSION FILE...: is it true of the runs (j[0], j[1], ...), whose nodes are n[0], n[1], ...? What is not, is told.
json() {
	local expression=$1
	shift
	python3 - "$expression" "$@" > "$tmp/err" 2>&1 <<'END'
import json, sys
j = [json.load(open(f)) for f in sys.argv[2:]]
n = [x['nodes'] for x in j]
busy = lambda i, k: n[i][k]['high'] * j[i]['time'] / 100 + n[i][k]['low'] * j[i]['time'] / 100
if not eval(sys.argv[1]):
	for x in n:
		for y in x: print(y['node'], y['tasks'], y['high'], y['low'])
	print([x['time'] for x in j])
	sys.exit(1)
END
}

run() { "$TRELLIS" run "$@" 2> "$tmp/err"; }
cp -r programs "$tmp/programs"
farm() { run -b "$tmp/farm" -o "$tmp/out" "$@" "$tmp/programs/simulated/farm.vms" -- tasks.dat; }

# Unequal tasks: two of ten take ten times as long as the others.
for i in $(seq 0 10 90); do
	echo "$i 20 10 0 200000 100 0 10 10 0 10 10 0 10 10 0"
	echo "$((i + 2)) 20 10 0 20000 100 0 10 10 0 10 10 0 10 10 0"
done > "$tmp/programs/simulated/tasks.dat"
for tree in chain btree ttree; do
	farm -n 8 -T $tree --stats-json "$tmp/all" > "$tmp/report"
	[ "$(tail -1 "$tmp/out")" = "100 tasks: 100 right" ]
	ok "unequal tasks, $tree: results" $?
	farm -n 8 -T $tree -u 400ms --stats-json "$tmp/t0" > "$tmp/report"
	farm -n 8 -T $tree -u 700ms --stats-json "$tmp/t1" > "$tmp/report"
	json "all(busy(1, k) - busy(0, k) > 0.95 * 0.3 for k in range(1, 8))" "$tmp/t0" "$tmp/t1"
	ok "unequal tasks, $tree: nobody is idle" $?
	json "sum(x['tasks'] for x in n[0]) == 100 and max(x['tasks'] for x in n[0]) > 1.5 * min(x['tasks'] for x in n[0][1:])" \
		"$tmp/all"
	ok "unequal tasks, $tree: who has long ones does fewer" $?
done

# A slow node: equal tasks, counted in instructions.
cat > "$tmp/slow.topo" <<'END'
topology slow
node n[0-3] clock=30MHz
node n4 clock=17.5MHz
host h
wire h.0 n0.0
wire n0.1 n1.0
wire n1.1 n2.0
wire n1.2 n3.0
wire n2.1 n4.0
end
END
run -b "$tmp/mandel" -t "$tmp/slow.topo" -n 5 -T btree -o "$tmp/out" --stats-json "$tmp/slow" programs/mandel/mandel.vms -- \
	240 2 4000 2 valley > "$tmp/report"
json "n[0][4]['tasks'] < 0.7 * n[0][3]['tasks'] and all(x['tasks'] > 0 for x in n[0][1:])" "$tmp/slow"
ok "a slow node does fewer tasks" $?

# Any tree: a star of chains below node 0.
printf '%s\n' "1 0" "2 0" "3 1 # a comment" "4 2" "5 4" > "$tmp/programs/queens/tree"
"$TRELLIS" run --native -o "$tmp/native" programs/queens/queens.vms -- 7 2> "$tmp/err"
cat > "$tmp/star.topo" <<'END'
topology star
node n[0-5]
host h
wire h.0 n0.0
wire n0.1 n1.0
wire n0.2 n2.0
wire n1.1 n3.0
wire n2.1 n4.0
wire n4.1 n5.0
end
END
run -b "$tmp/queens" -t "$tmp/star.topo" -n 6 -T tree -o "$tmp/out" --stats --stats-json "$tmp/star" --requests "$tmp/trace" \
	"$tmp/programs/queens/queens.vms" -- 7 > "$tmp/report" && cmp "$tmp/out" "$tmp/native" > "$tmp/err" 2>&1
ok "a tree of lines" $?
grep -q '^Configuration : Tree$' "$tmp/report" 2> "$tmp/err"
ok "the report says so" $?
json "n[0][0]['tasks'] == 0 and sum(x['splits'] for x in n[0]) == sum(x['joins'] for x in n[0]) > 0" "$tmp/star"
ok "what was split was joined" $?

# The table and JSON say the same; the trace has what was written.
awk '/^node / { on = 1; next } /^time / { on = 0 } on { print $1, $3, $7, $8, $9, $10, $11, $12, $13 }' "$tmp/report" > "$tmp/table"
python3 -c '
import json, sys
for x in json.load(open(sys.argv[1]))["nodes"]:
	print(*[x[k] for k in ("node", "instructions", "tasks", "splits", "joins", "messages_out", "messages_in", "bytes_out", "bytes_in")])
' "$tmp/star" | diff - "$tmp/table" > "$tmp/err"
ok "--stats and --stats-json" $?
[ "$(grep -c 'write 1 ' "$tmp/trace")" -ge 1 ] && grep -q 'Final Report' "$tmp/trace"
ok "--requests" $?

# Time, seed, and the way that time is cut.
print() { # OPTIONS: the fingerprint
	run -b "$tmp/queens" -n 6 -T ttree -o "$tmp/out" "$@" programs/queens/queens.vms -- 7 > "$tmp/report"
	sed -n 's/^fingerprint //p' "$tmp/err"
}
a=$(print -s 1) b=$(print -s 1) c=$(print -s 1 --sync lockstep) d=$(print -s 2)
echo "$a $b $c $d" > "$tmp/err"
[ -n "$a" ] && [ "$a" = "$b" ]
ok "the same seed: the same run" $?
[ "$a" = "$c" ]
ok "windows and lockstep: the same run" $?
[ "$a" != "$d" ]
ok "another seed: another run" $?
print -u 100ms --stats-json "$tmp/until" > "$tmp/report"
json "j[0]['result'] == 'limit' and abs(j[0]['time'] - 0.1) < 1e-6" "$tmp/until"
ok "--until" $?
echo "1..$n"
