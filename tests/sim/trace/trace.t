#!/bin/bash
# Traces of the machine: the same whatever way the run goes, nothing to the run, read by other tools.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0
worm=$(dirname "$TRELLIS")/programs/worm.btl

echo 1..31

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# trace FILE OPTIONS...: of a worm in sixteen nodes, recorded; the fingerprint goes to FILE.print
trace() {
	local file=$1
	shift
	printf '\0\0\0\0' | $TRELLIS boot --raw --topo programs/mesh16.topo "$@" --record "$temp/$file.rec" "$worm" \
		2> "$temp/$file.print" > /dev/null
	$TRELLIS export trace -o "$temp/$file" "$temp/$file.rec" 2> /dev/null
}

printf '\0\0\0\0' | $TRELLIS boot --raw --topo programs/mesh16.topo "$worm" 2> "$temp/print" > /dev/null
trace windows
trace lockstep --sync lockstep
trace byte --link-events byte
trace slices --slices 7
$TRELLIS export trace --packets -o "$temp/packets" "$temp/windows.rec" 2> /dev/null
for way in windows lockstep byte slices; do
	cmp -s "$temp/print" "$temp/$way.print"
	check "the same run, recorded: $way" $?
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

# formats NAME TRACE OPTION...: do the exports have what the text has, event by event? NAME: of the files
formats() {
	local file=$temp/$1 trace=$2
	shift 2
	for format in text perfetto shiviz paraver; do
		$TRELLIS export $format -o "$file.${format/paraver/prv}" "$@" "$trace" 2> "$temp/said"
	done
	for format in perfetto shiviz paraver; do
		echo "$format"
		python3 tests/sim/trace/formats.py $format "$file.${format/paraver/prv}" "$file.text" $bounds
	done > "$temp/diff" 2>&1
	[ "$(cat "$temp/diff")" = "$(printf 'perfetto\nshiviz\nparaver')" ]
}
formats worm "$temp/windows"
check "Perfetto, ShiViz and Paraver have each event, in order" $?

# A part: what the text has of that time and these nodes, and the beginnings of what is under way.
bounds="7130000 33400000"
formats part "$temp/windows" --from 7.13ms --to 33.4ms --only n0-4,9
check "... and so it is with a part of the trace" $?
bounds=
$TRELLIS export trace --from 7.13ms --to 33.4ms --only n0-4,9 -o "$temp/chosen" "$temp/windows"
$TRELLIS export text "$temp/chosen" | cmp -s - "$temp/part.text"
check "... of which another trace can be made" $?
python3 - "$temp/worm.text" "$temp/part.text" <<'END' > "$temp/diff"
import re, sys
chosen = re.compile(r"n[0-49](\.\d)?$")
under_way, want = {}, []
for line in open(sys.argv[1]):
    at, kind, place = line.split()[:3]
    if not chosen.match(place):
        continue
    if 7130000 <= float(at) < 33400000:
        want.append(line)
    elif float(at) < 7130000 and kind in ("run", "send"):
        under_way[place] = line.replace(at, "7130000.000", 1)
    elif float(at) < 7130000 and kind in ("idle", "stop", "sent"):
        under_way.pop(place, None)
got = list(open(sys.argv[2]))
if sorted(got) != sorted(want + list(under_way.values())) or len(want) < 100 or not under_way:
    print(len(got), len(want), under_way)
END
[ ! -s "$temp/diff" ]
check "... with the beginnings of what is under way" $?
refused() { # WORDS OPTION...: is this part refused with these words?
	local said
	said=$($TRELLIS export "${@:2}" 2>&1 > /dev/null)
	[ $? = 2 ] && [[ $said == "trellis: "$1 ]]
}
refused "--from: there is nothing of $temp/windows from that time on; it ends at *" text --from 9s "$temp/windows" &&
	refused "--from comes before --to" text --from 2ms --to 2ms "$temp/windows" &&
	refused "n3,16: unknown node n16 (the network has n0 to n15)" text --only n3,16 "$temp/windows" &&
	refused "mtr: --from, --to and --only choose of the machine's events, which it is not made of" mtr --only n3 "$temp/windows.rec"
check "a part that there is not is refused" $?

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
	{ otf2-print -G "$temp/otf2/traces.otf2"; otf2-print "$temp/otf2/traces.otf2"; } > "$temp/otf2.text"
	python3 tests/sim/trace/formats.py otf2 "$temp/otf2.text" "$temp/worm.text" > "$temp/diff" 2>&1
	[ ! -s "$temp/diff" ]
	check "... each event" $?

	mkdir "$temp/mine" && echo mine > "$temp/mine/traces.def"
	said=$($TRELLIS export otf2 -o "$temp/mine" "$temp/windows" 2>&1)
	[ $? = 2 ] && [ "$said" = "trellis: $temp/mine/traces.def is already there; name another directory with -o" ] &&
		[ "$(ls "$temp/mine") $(cat "$temp/mine/traces.def")" = "traces.def mine" ]
	check "OTF2: no file of the user's is overwritten" $?
else
	grep -q 'built without OTF2' "$temp/said"
	check "OTF2 is not there, which is told # SKIP no library (Debian: libotf2-trace-dev)" $?
	nootf2=" # SKIP no library (Debian: libotf2-trace-dev)"
	check "... each event$nootf2" 0
	check "OTF2: no file of the user's is overwritten$nootf2" 0
fi

# The functions and tasks of an application: those that the monitor has noted, once each, in every format.
if [ -e "$(dirname "$TRELLIS")/node/kernel.elf" ]; then
	$TRELLIS run --record "$temp/run" --nodes 7 programs/simulated/dc.vms > "$temp/said" 2>&1
	$TRELLIS export records -o "$temp/data" "$temp/run" >> "$temp/said" 2>&1
	$TRELLIS info -x "$temp/kept" "$temp/run"
	# of each function, task and part: the node's number, beginning in us, and how long; what was cut short lasts to the end
	python3 - "$temp/data" > "$temp/noted" <<'END'
import json, sys
run = json.load(open(sys.argv[1] + ".json"))
names = [None, "init_master()", "data_generator()", "result_receiver()", "compute_fn()", "split_fn()", "join_fn()"]
begun, began = {}, round(run["monitored_from"] * 1e6)
for line in open(sys.argv[1] + ".std"):
    at, node, kind, function, task, part = line.split()
    key = int(node), int(function)
    if kind == "start":
        begun[key] = int(at), int(task), int(part, 16)
    elif kind == "end":
        at0, task, part = begun.pop(key)
        print(names[key[1]], task, part, run["nodes"][key[0]]["place"], at0 + began, int(at) - at0)
for key, (at0, task, part) in begun.items():
    print(names[key[1]], task, part, run["nodes"][key[0]]["place"], at0 + began, "cut short")
END
	sort "$temp/noted" | grep -v ' 0$' > "$temp/functions" # what took less than a microsecond is not drawn
	[ "$(wc -l < "$temp/functions")" -gt 500 ] && [ "$(grep -c 'cut short' "$temp/functions")" = 3 ]
	check "a run of seven nodes: $(wc -l < "$temp/functions") calls, three of them cut short" $?
	formats run "$temp/run"
	check "... of which Perfetto, ShiViz and Paraver have each event" $?
	python3 - "$temp/run.perfetto" <<'END' | sort | diff "$temp/functions" - > "$temp/diff"
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
node = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
track = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
begun = {}
for e in events:
    if e.get("cat") != "function":
        continue
    key = e["pid"], e["tid"]
    if e["ph"] == "B":
        begun[key] = e
        continue
    b, a, name = begun.pop(key), e["args"], track[key]
    assert b["name"] == e["name"] and b["args"] == a
    assert e["name"].startswith(name + " task %d" % a["task"]) or name == "init_master()"
    took = round(e["ts"]) - round(b["ts"]) if a["ended"] else "cut short"
    print(name, a["task"], a["part"], node[e["pid"]], round(b["ts"]), took)
END
	check "Perfetto: a track a function, a slice a call, named by function and task" $?
	if node -e 'require.resolve("speedscope/package.json")' 2> /dev/null && command -v chromium > "$temp/where"; then
		bash tests/sim/trace/speedscope.sh "$temp" "$temp/run.perfetto" 2>&1
		grep -v ' 0$' "$temp/calls" | sort |
			diff <(sed -E 's/(n[0-9]+) [0-9]+ /\1 /' "$temp/functions" | sort) - > "$temp/diff"
		check "... as another program, speedscope, reads it" $?
		python3 tests/sim/trace/formats.py speedscope "$temp/slices" "$temp/run.text" > "$temp/diff" 2>&1
		[ ! -s "$temp/diff" ] && [ -e "$temp/warnings" ] && [ ! -s "$temp/warnings" ]
		check "... and all slices, without a warning" $?
	else
		check "... as another program reads it # SKIP no browser, or npm's speedscope is not where NODE_PATH says" 0
		check "... and all slices # SKIP no browser, or npm's speedscope is not where NODE_PATH says" 0
	fi
	python3 - "$temp/run" <<'END' | sort | diff <(sed 's/ [0-9]* \(n[0-9]*\)/ \1/' "$temp/functions" | sort) - > "$temp/diff"
import re, sys
types, kind = {}, None
for line in open(sys.argv[1] + ".pcf"):
    if m := re.fullmatch(r"0 (6\d{7}) (.*)\n", line):
        kind = m[1]
        types[kind] = m[2], {}
    elif kind and (m := re.fullmatch(r"(\d+) task (\d+)\n", line)):
        types[kind][1][m[1]] = m[2]
rows = open(sys.argv[1] + ".row").read().split("LEVEL NODE SIZE ")[1].split("\n")[1:]
begun = {}
for line in open(sys.argv[1] + ".prv"):
    f = line.strip().split(":")
    if f[0] != "2" or f[6] == "50000000":
        continue
    key = f[1], f[6]
    if f[7] == "0":
        name, task, at = begun.pop(key)
        print(name, task, rows[int(f[1]) - 1], at, int(f[5]) // 1000 - at)
    else:
        begun[key] = types[f[6]][0], types[f[6]][1][f[7]], int(f[5]) // 1000
for (cpu, _), (name, task, at) in begun.items():
    print(name, task, rows[int(cpu) - 1], at, "cut short")
END
	check "Paraver: events, whose types and values .pcf names, and rows that .row names" $?
	# as ShiViz reads it: its default pattern, (?<host>\S*) (?<clock>{.*})\n(?<event>.*)
	python3 -c '
import json, re, sys
begun, last = {}, {}
for host, clock, event in re.findall(r"(\S*) (\{.*\})\n(.*)\n", open(sys.argv[1]).read()):
    v = json.loads(clock)
    assert v[host] == last.get(host, 0) + 1
    last[host] = v[host]
    m = re.fullmatch(r"([\d.]+) us: (begins|ends) (\S+)(?: task (\d+))?(?: part 0x([0-9a-f]+))?", event)
    if not m:
        continue
    key = host, m[3]
    if m[2] == "begins":
        begun[key] = round(float(m[1])), m[4] or 0, int(m[5] or "0", 16)
    else:
        at, task, part = begun.pop(key)
        print(m[3], task, part, host, at, round(float(m[1])) - at)
for (host, name), (at, task, part) in begun.items():
    print(name, task, part, host, at, "cut short")' "$temp/run.shiviz" | sort | diff "$temp/functions" - > "$temp/diff"
	check "ShiViz: functions begin and end as events of their nodes" $?
	if [ -n "$nootf2" ]; then
		check "OTF2: functions$nootf2" 0
	else
		$TRELLIS export otf2 -o "$temp/functions.otf2" "$temp/run" &&
			{ otf2-print -G "$temp/functions.otf2/traces.otf2" && otf2-print "$temp/functions.otf2/traces.otf2"; } 2>&1 |
			python3 -c '
import re, sys
place, group, name, enter, lines = {}, {}, {}, {}, []
last = 0
for line in sys.stdin:
    assert "warning" not in line, line
    if m := re.match(r"LOCATION_GROUP +(\d+) +Name: \"(\S+)\"", line):
        group[m[1]] = m[2]
    elif m := re.match(r"LOCATION +(\d+) +Name: .*Group: \"(\S+)\"", line):
        place[m[1]] = m[2]
    elif m := re.match(r"(ENTER|LEAVE) +(\d+) +(\d+) +Region: \"(.+?)\"", line):
        last = max(last, int(m[3]))
        if m[1] == "ENTER":
            enter[m[2]] = key = [int(m[3]) // 1000000, "0", "0"]
        elif m[4] not in ("high", "low") and ":" not in m[4]:
            at, task, part = enter.pop(m[2])
            lines.append((m[4], task, part, place[m[2]], at, int(m[3])))
    elif "ADDITIONAL ATTRIBUTES" in line:
        for what, value in re.findall(r"\(\"(\w+)\" <\d+>; \w+; (\d+)\)", line):
            key[1 if what == "task" else 2] = value
for name, task, part, node, at, end in lines:
    print(name, task, part, node, at, "cut short" if end == last else end // 1000000 - at)' | sort |
			diff "$temp/functions" - > "$temp/diff"
		check "OTF2: otf2-print has their regions, and their tasks as attributes" $?
	fi
	# What the processors run: functions that the programs have, by the same names in every format.
	python3 -c '
import json, sys
print(*sorted({e["name"] for e in json.load(open(sys.argv[1]))["traceEvents"]
               if e["ph"] == "B" and e.get("cat", e["name"]) not in ("function", e["name"])}), sep="\n")' "$temp/run.perfetto" > "$temp/places"
	sed -E 's/^[^:]*: (.*)\(\)$/\1/' "$temp/places" | sort -u |
		comm -23 - <(readelf -sW "$(dirname "$TRELLIS")/node/kernel.elf" "$temp"/kept/*.elf 2> "$temp/said" |
			awk '{ print $8 }' | sort -u) > "$temp/diff"
	[ "$(grep -c 'kernel: link_in()' "$temp/places")" = 1 ] && [ "$(grep -c '^slave: ' "$temp/places")" -gt 20 ] && [ ! -s "$temp/diff" ]
	check "processes continue in $(wc -l < "$temp/places") functions, which the programs have" $?
	python3 -c '
import json, sys
runs = [e for e in json.load(open(sys.argv[1]))["traceEvents"] if e["ph"] == "B" and e.get("cat", "")[:3] in ("low", "hig")]
unnamed = [e for e in runs if e["name"] == e["cat"]]
assert len(runs) > 10000 and len(unnamed) < len(runs) / 20 and max(e["ts"] for e in unnamed) < 5e4' "$temp/run.perfetto" 2> "$temp/diff"
	check "Perfetto: the processor tracks have their names, but while the nodes are booted" $?
	python3 - "$temp/run" <<'END' 2>&1 | LC_ALL=C sort | diff <(LC_ALL=C sort "$temp/places") - > "$temp/diff"
import re, sys
values = open(sys.argv[1] + ".pcf").read().split(" function that runs\nVALUES\n0 none\n")[1].split("\n\n")[0]
names = dict(v.split(" ", 1) for v in values.splitlines())
seen = {f[7] for f in (line.strip().split(":") for line in open(sys.argv[1] + ".prv")) if f[0] == "2" and f[6] == "50000000"}
print(*(names[v] for v in seen if v != "0"), sep="\n")
END
	check "Paraver: an event for each" $?
	if [ -n "$nootf2" ]; then
		check "OTF2: regions$nootf2" 0
	else
		otf2-print "$temp/functions.otf2/traces.otf2" 2>&1 | sed -n 's/^ENTER .*Region: "\([a-z]*: [^"]*\)".*/\1/p' | LC_ALL=C sort -u |
			diff <(LC_ALL=C sort "$temp/places") - > "$temp/diff"
		check "OTF2: otf2-print enters a region of each name" $?
	fi
	$TRELLIS run --record "$temp/parts" programs/quad/quad.vms > "$temp/said" 2>&1
	$TRELLIS export perfetto "$temp/parts" 2> /dev/null | python3 -c '
import json, re, sys
named = [(re.search("part 0x([0-9a-f]+)", e["name"]), e.get("args", {})) for e in json.load(sys.stdin)["traceEvents"] if e["ph"] == "B"]
parts = [(int(m[1], 16), a["part"]) for m, a in named if m]
assert len(parts) > 20 and max(parts)[0] > 10 and all(a == b for a, b in parts), parts' 2> "$temp/diff"
	check "parts are numbered in hexadecimal" $?
else
	for i in {1..13}; do check "functions # SKIP no compiler for the nodes" 0; done
fi
