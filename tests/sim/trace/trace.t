#!/bin/bash
# Traces of the machine: the same whatever way the run goes, nothing to the run, read by other tools.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0
worm=$(dirname "$TRELLIS")/programs/worm.btl

echo 1..15

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# trace FILE OPTIONS...: of a worm in sixteen nodes; the fingerprint goes to FILE.print
trace() {
	local file=$1
	shift
	printf '\0\0\0\0' | $TRELLIS boot --raw --topo programs/mesh16.topo "$@" --trace "$temp/$file" "$worm" \
		2> "$temp/$file.print" > /dev/null
}

printf '\0\0\0\0' | $TRELLIS boot --raw --topo programs/mesh16.topo "$worm" 2> "$temp/print" > /dev/null
trace windows
trace lockstep --sync lockstep
trace byte --link-events byte
trace slices --slices 7
trace packets --packets
for way in windows lockstep byte slices packets; do
	cmp -s "$temp/print" "$temp/$way.print"
	check "the same run, traced: $way" $?
done
for way in lockstep byte slices; do
	cmp -s "$temp/windows" "$temp/$way"
	check "the same trace: $way" $?
done

# every byte that the statistics count is in the trace
counted=$(printf '\0\0\0\0' | $TRELLIS boot --raw --stats --topo programs/mesh16.topo "$worm" 2>&1 > /dev/null |
	awk '$1 ~ /^n[0-9]+\.[0-3]$/ { sum += $4 } END { print sum }')
traced=$($TRELLIS export text "$temp/windows" | awk '$2 == "received" && $3 ~ /^n/ { sum += $4 } END { print sum }')
[ "$counted" -gt 1000 ] && [ "$counted" = "$traced" ]
check "every byte is told of: $counted" $?

$TRELLIS export perfetto "$temp/windows" | python3 -c '
import json, sys
events = json.load(sys.stdin)["traceEvents"]
starts = {e["id"]: e for e in events if e["ph"] == "s"}
ends = {e["id"]: e for e in events if e["ph"] == "f"}
assert len(ends) > 16 and starts.keys() == ends.keys()
assert all(starts[i]["ts"] < ends[i]["ts"] and starts[i]["pid"] != ends[i]["pid"] for i in ends)
assert all(e["dur"] >= 0 for e in events if e["ph"] == "X")'
check "Perfetto: JSON, each flow has both ends" $?

$TRELLIS export shiviz "$temp/windows" | python3 -c '
import json, re, sys
text = sys.stdin.read()
seen, last = {}, {}
for host, clock, event in re.findall(r"(\S*) (\{.*\})\n(.*)\n", text):
    v = json.loads(clock)
    assert v[host] == last.get(host, 0) + 1
    assert all(v[h] <= last.get(h, 0) for h in v if h != host)  # only what has happened is known
    assert all(v.get(h, 0) >= k for h, k in seen.get(host, {}).items())  # nothing is forgotten
    last[host], seen[host] = v[host], v
assert len(seen) == 17 and text.count("\n") == 2 * sum(last.values())'
check "ShiViz: clocks that only grow, of events that are there" $?

$TRELLIS export paraver "$temp/windows" | python3 -c '
import re, sys
lines = sys.stdin.read().splitlines()
assert re.fullmatch(r"#Paraver \(\d\d/\d\d/\d{4} at \d\d:\d\d\):\d+_ns:17\(.*\):1:17\(.*\)", lines[0])
for line in lines[1:]:
    f = list(map(int, line.split(":")))
    if f[0] == 1:
        assert len(f) == 8 and f[5] < f[6] and f[7] in (0, 1)
    else:
        assert f[0] == 3 and len(f) == 15 and f[5] <= f[11] and f[1] != f[7]'
check "Paraver: records of the right shape" $?

# read back by GTKWave's converters: bits of each line make packets again
$TRELLIS export vcd -o "$temp/lines.vcd" "$temp/packets" &&
	vcd2fst "$temp/lines.vcd" "$temp/lines.fst" > /dev/null && fst2vcd "$temp/lines.fst" > "$temp/again.vcd" &&
	python3 - "$temp/again.vcd" "$TRELLIS" "$temp/packets" <<'END'
import subprocess, sys
names, edges, at = {}, {}, 0
for line in open(sys.argv[1]):
    w = line.split()
    if w[:1] == ["$var"]:
        names[w[3]] = w[4]
        edges[w[4]] = [(0, 0)]
    elif line[0] == "#":
        at = int(line[1:])
    elif line[0] in "01" and len(w) == 1:
        edges[names[w[0][1:]]].append((at, int(line[0])))
def level(line, t):
    value = 0
    for when, v in line:
        if when > t:
            break
        value = v
    return value
packets = 0
for row in subprocess.run([sys.argv[2], "export", "text", sys.argv[3]], capture_output=True, text=True).stdout.splitlines():
    w = row.split()
    if w[1] != "data" or not w[2].startswith("n5."):
        continue
    start, line = round(float(w[0]) * 1000), edges[w[2]]
    bits = [level(line, start + 50000 * i + 25000) for i in range(11)]
    assert bits[:2] == [1, 1] and bits[10] == 0
    assert sum(b << i for i, b in enumerate(bits[2:10])) == int(w[3], 16)
    packets += 1
assert packets > 100
END
check "VCD: GTKWave's tools read it, and its bits are the bytes" $?

head -c 5000 "$temp/windows" > "$temp/cut"
said=$($TRELLIS export text "$temp/cut" 2>&1 > /dev/null) && grep -q 'is cut off' <<< "$said" &&
	! $TRELLIS export text "$worm" > /dev/null 2>&1
check "a trace that was cut off is read; what is none is refused" $?

# read back by OTF2's own tool: every message has both ends, in time, and regions are entered and left in turn
if $TRELLIS export otf2 -o "$temp/otf2" "$temp/windows" 2> "$temp/said"; then
	otf2-print "$temp/otf2/traces.otf2" | python3 -c '
import re, sys
inside, sent, received, last = {}, {}, {}, {}
for line in sys.stdin:
    m = re.match(r"(ENTER|LEAVE|MPI_SEND|MPI_RECV) +(\d+) +(\d+) (.*)", line)
    if not m:
        continue
    what, where, at, rest = m[1], int(m[2]), int(m[3]), m[4]
    assert at >= last.get(where, 0)
    last[where] = at
    if what in ("ENTER", "LEAVE"):
        assert inside.get(where, False) == (what == "LEAVE")
        inside[where] = what == "ENTER"
        continue
    peer = int(re.search(r"(?:Receiver|Sender): (\d+)", rest)[1])
    tag, length = re.search(r"Tag: (\d+), Length: (\d+)", rest).groups()
    if what == "MPI_SEND":
        sent.setdefault((where, peer, tag), []).append((at, length))
    else:
        received.setdefault((peer, where, tag), []).append((at, length))
assert sum(map(len, sent.values())) > 16 and sent.keys() == received.keys()
for key in sent:
    assert len(sent[key]) == len(received[key])
    for (began, n), (ended, k) in zip(sent[key], received[key]):
        assert began < ended and n == k'
	check "OTF2: otf2-print reads it; sends and receives belong together" $?
else
	grep -q 'built without OTF2' "$temp/said"
	check "OTF2 is not there, which is told # SKIP no library (Debian: libotf2-trace-dev)" $?
fi
