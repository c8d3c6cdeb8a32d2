#!/bin/bash
# trellis run --monitor: what the nodes' monitors have collected of a run says, by detrek, how it went.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0

echo 1..62

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# run PREFIX APP [OPTIONS]: a recorded run and its records, of the nodes' monitors or from outside; what it
# says is in $temp/said
run() {
	local prefix=$1 app=$2 status
	shift 2
	"$TRELLIS" run --all "$@" -b "$temp/$(basename "$app")" --record "$temp/run.rec" "programs/$app.vms" \
		> "$temp/said" 2>&1
	status=$?
	"$TRELLIS" export records -o "$temp/$prefix" "$temp/run.rec" 2> "$temp/export" || return 3
	return $status
}

# monitored WAY: the option, none for outside
monitored() {
	[ "$1" = outside ] || echo "--monitor=$1"
}

# table PREFIX: of detrek, without its heading
table() {
	"$TRELLIS" detrek -cp "$temp/$1" | grep -v TASK
}

# stops PREFIX: what nodes have stopped in is as the last run said, perhaps behind half a line of the application; it stands first among the causes, and stays
# when the records are sorted again
stops() {
	sed -nE 's/^.*node n([0-9]+): (.*stopped: )?compute_fn\(\), task ([0-9]+)( part 0x([0-9a-f]+))?( stopped the node|: no result)$/\1 \3 \5/p' \
		"$temp/said" | sed 's/ $/ 0/' | sort > "$temp/stopped"
	"$TRELLIS" tvmfilter -p "$temp/$1" &&
		awk '$3 == "stop" && $4 == 4 { print $2, $5, $6 }' "$temp/$1.std" | sort | cmp - "$temp/stopped" &&
		[ "$("$TRELLIS" detrek --cause -p "$temp/$1" | sed -n 's/ comp_fn()$//p' |
			head -"$(wc -l < "$temp/stopped")" | cut -d' ' -f1,3 | sort)" = \
		"$(cut -d' ' -f1,2 "$temp/stopped" | sed -E 's/(.*) (.*)/\2 \1/' | sort)" ] && [ -s "$temp/stopped" ]
}

# mistake TEXT OPTIONS: is refused
mistake() {
	local text=$1 said
	shift
	said=$("$TRELLIS" run "$@" programs/simulated/dc.vms 2>&1)
	[ $? = 2 ] && grep -qF -- "$text" <<< "$said"
	check "$*: $text" $?
}

run dc simulated/dc --monitor=0,1,1
[ $? = 1 ] && [ "$(cat "$temp/dc.spf")" = "8 2 100 2 5" ]
check "a run whose nodes crash ends, and says what it was" $?
grep -q '^n[1-7,-]* did not answer' "$temp/said" && grep -q ' 0 send 1 50 0$' "$temp/dc.tvm"
check "the nodes that are left tell what they have" $?
grep -Eo 'node n[1-7]: compute_fn\(\), task 49.*' "$temp/said" | cut -d' ' -f2 | tr -d :n | sort -u > "$temp/crashed"
table dc | awk '$1 == 49 { print $3 }' | sort -u | cmp - "$temp/crashed" && [ -s "$temp/crashed" ]
check "the rows of the first failing task name the nodes that were computing it" $?
stops dc
check "what nodes have stopped in is a record, too" $?
run good simulated/simulated --monitor -n 6
check "a run that ends well, ends" $?
[ "$(table good)" = Success ] && grep -q '100 tasks: 100 right' "$temp/said"
check "and all its tasks came back" $?
"$TRELLIS" detrek -cp "$temp/good" --stamps=short --verify > /dev/null
check "its trace has short times that are as good as full ones" $?

run chain simulated/farm --monitor=0,1,8 -T chain -n 4 --granularity 3
[ "$(table chain)" = Success ] && [ "$(cat "$temp/chain.spf")" = "4 1 100 1 0" ]
check "tasks that travel together have their own events" $?

run boot simulated/simulated --monitor -T boot -n 13
"$TRELLIS" detrek -cp "$temp/boot" -t "$temp/boot.tree" | grep -qx Success
check "any other tree is written for detrek" $?

# outcome OPTIONS: the fingerprint of a run and what it printed
outcome() {
	"$TRELLIS" run --all "$@" -b "$temp/plain" 2>&1 | grep -E 'fingerprint|Execution|Node|right|halted'
}

for app in simulated/simulated group/group simulated/dc; do
	cmp <(outcome "programs/$app.vms") <(outcome --record "$temp/out.rec" "programs/$app.vms")
	check "$app is the same when it is recorded" $?
done
"$TRELLIS" export records -o "$temp/out" "$temp/out.rec" 2> "$temp/export"
outcome programs/simulated/dc.vms | sed -n 's/^node n\([0-9]*\) halted.*/\1/p' | sort -u > "$temp/crashed"
table out | awk '$1 == 49 { print $3 }' | sort -u | cmp - "$temp/crashed" && [ -s "$temp/crashed" ]
check "from outside, the same nodes are named" $?
run out simulated/dc
stops out
check "from outside, what nodes have stopped in is a record, too" $?
mkdir "$temp/none"
sed '/^49/s/ 4 / 2 /' programs/simulated/dc.dat > "$temp/none/dc.dat"
for way in outside 0,1,64; do
	run none simulated/dc $(monitored $way) -r "$temp/none"
	stops none
	check "what processes have stopped in, $way" $?
done

run inside simulated/simulated --monitor
"$TRELLIS" export reference -o "$temp/noted" "$temp/run.rec" &&
	cmp <(cut -d' ' -f2- "$temp/noted.tvm" | sort) <(cut -d' ' -f2- "$temp/inside.tvm" | sort)
check "the machine sees the events that the monitors have noted" $?
run off simulated/simulated --monitor=off
[ "$(table off)" = Success ] && ! cmp -s "$temp/off.tvm" "$temp/inside.tvm"
check "probes without a monitor can be watched, too" $?
kinds() {
	cut -d' ' -f2,3,4 "$temp/$1.std" | grep -v call | sed 's/ [0-9]*$//' | sort -u
}
[ "$(kinds off)" = "$(kinds inside)" ] && [ "$(wc -l < "$temp/off.tvm")" -gt 800 ]
check "and give the same kinds of events" $?

# samples of use against what the machine itself has counted: cycles at low priority, and bytes (0.575 us each;
# those of loading the programs were before)
for way in 100000,16,64 outside; do
	run use msort/msort $(monitored $way)
	python3 - "$temp/use" << 'END'
import json, sys
run = json.load(open(sys.argv[1] + '.json'))
rows = [[int(w) for w in line.split()] for line in open(sys.argv[1] + '.use')]
for node in run['nodes'][:4]:
    mine = [r for r in rows if r[1] == node['node']]
    assert len(mine) > 10
    seconds = run['time'] - run['monitored_from']
    cpu = sum(r[2] for r in mine) / seconds / 100  # each is of 0.1 s; a node that rests has none
    line = sum(sum(r[3:]) for r in mine) / seconds / 100
    assert abs(cpu - node['low']) < 8, (node['node'], cpu, node['low'])
    bytes_line = node['bytes_out'] * 0.575e-4 / seconds
    assert 0.4 < line / bytes_line < 1.5, (node['node'], line, bytes_line)
END
	check "samples of processors and links are near to what they did, $way" $?
done
cp "$temp/use.all" "$temp/windows.all"
run use msort/msort --sync lockstep
cmp "$temp/use.all" "$temp/windows.all"
check "what is seen from outside does not depend on how the machine is run" $?

# an application with events of its own: each computation notes its task
cp -r programs/simulated "$temp/own"
sed -i 's|^\tunits = work_check.*|&\n\tnote_event(7, number);|' "$temp/own/compute.c"
for way in 0,1,16 off; do
	"$TRELLIS" run --monitor=$way -b "$temp/own-build" --record "$temp/own.rec" "$temp/own/farm.vms" > /dev/null 2>&1
	"$TRELLIS" export records -o "$temp/own/x" "$temp/own.rec" 2> /dev/null
	awk '$3 == "user" && $4 == 7 { print $5 }' "$temp/own/x.std" | sort -n | cmp - <(seq 0 99)
	check "the application's own events are noted, $way" $?
done

# a node that stops before its monitor begins: the others are silent, and what it stopped in is known
cp -r programs/simulated "$temp/early"
sed -i 's/^\tFILE \*from = /\t*(volatile int *)8 = 1;\n&/' "$temp/early/generate.c"
"$TRELLIS" run --monitor -b "$temp/early-build" --record "$temp/early.rec" "$temp/early/farm.vms" > "$temp/said" 2>&1
[ $? = 1 ] && grep -q 'did not answer' "$temp/said" &&
	[ "$("$TRELLIS" detrek --cause "$temp/early.rec" 2> /dev/null | sed -n 3p)" = "0 0 0 init_master()" ]
check "init_master stops node 0 before the monitors have begun" $?

# a sequence of bounds, from a file or not, is the same run; each holds until its time
printf '300000 1 64 # at first\n0,1,4\n' > "$temp/bounds"
run steps simulated/simulated --monitor=300000,1,64,0,1,4
fingerprint=$(grep fingerprint "$temp/said")
run steps simulated/simulated --monitor=@"$temp/bounds"
[ -n "$fingerprint" ] && [ "$(grep fingerprint "$temp/said")" = "$fingerprint" ]
check "bounds from a file are those of the command line" $?
[ "$(grep bounds "$temp/steps.config")" = "bounds 300000 1 64
bounds 0 1 4" ]
check "the file that describes the run has both" $?
python3 - "$temp/steps.all" << 'END'
import struct, sys
data, at, most = open(sys.argv[1], 'rb').read(), 0, [0, 0]
while at < len(data):
    magic, node, serial, count = struct.unpack_from('<4I', data, at)
    first = struct.unpack_from('<I', data, at + 16)[0]
    most[first > 300000] = max(most[first > 300000], count)
    at += 16 + 16 * count
assert 16 < most[0] <= 64 and 1 < most[1] <= 4, most
END
check "blocks keep to the bounds in force" $?

# between the bounds, records wait while the node is busy; an idle node has unloaded them, and leaves wait for tasks
run between simulated/simulated --monitor=0,1,4096
python3 - "$temp/between.all" << 'END'
import struct, sys
data, at, blocks = open(sys.argv[1], 'rb').read(), 0, {}
while at < len(data):
    magic, node, serial, count = struct.unpack_from('<4I', data, at)
    blocks.setdefault(node, []).append(count)
    at += 16 + 16 * count
assert all(max(b) < 4096 for b in blocks.values()) and all(len(blocks[leaf]) > 2 for leaf in (4, 5, 6, 7)), blocks
END
check "idle nodes unload between the bounds" $?
run below simulated/simulated --monitor=0,4000,4096
[ "$(table below)" = Success ] && python3 - "$temp/below.all" << 'END'
import struct, sys
data, at, blocks = open(sys.argv[1], 'rb').read(), 0, {}
while at < len(data):
    magic, node, serial, count = struct.unpack_from('<4I', data, at)
    blocks[node] = blocks.get(node, 0) + 1
    at += 16 + 16 * count
assert all(n <= 2 for n in blocks.values()), blocks
END
check "below the lower bound nothing is unloaded before the end" $?

# a monitored run ends when no process can go on, and not after some time in which nothing did
still() { # FAULT [OPTIONS]
	local fault=$1
	shift
	run still quad/quad --monitor --patience 0s --fault "$fault" "$@"
	[ $? = 0 ] && ! grep -q 'processes are waiting' "$temp/said" && grep -q 'Final Report' "$temp/said"
	check "$fault: the monitored run ends well, as the plain one does" $?
}
still 'freeze 2 5s at +30ms'
still 'slow 2 0.1% at +30ms'
still 'delay 2.1 1900ms at +30ms' -n 5 # 50 simulated minutes, as each byte of the link takes 1.9 s; on 16 nodes 3 hours
run still simulated/simulated --monitor --fault 'crash 3 at +60ms' --fault 'freeze 5 1ms at +40s'
[ $? = 1 ] && grep -q 'processes are waiting' "$temp/said" && ! grep -q 'not triggered' "$temp/said" &&
	sed -nE 's/^([0-9.]+)(m?s) simulated .*/\1 \2/p' "$temp/said" |
		awk '{ s = $2 == "ms" ? $1 / 1000 : $1 } END { exit !(s > 40 && s < 45) }'
check "a deadlocked run ends after its last fault" $?

# a link that is lost is the cause, wherever a node's records went; a link whose node has stopped is not
for way in 0,1,1 0,1,64 outside; do
	for fault in 'cut 2.1 at +60ms' 'dead 4.0 at +60ms' 'lose 2.1 at +60ms'; do
		run link simulated/simulated $(monitored $way) -n 10 --fault "$fault"
		first=$("$TRELLIS" detrek --cause -p "$temp/link" | head -1)
		grep -Eq '^Link (2\.1 to 4\.0|4\.0 to 2\.1) silent since [0-9]+ us: .* no process is to blame$' <<< "$first" &&
			[ "$("$TRELLIS" detrek --cause --json -p "$temp/link" |
				python3 -c 'import json, sys; print(json.load(sys.stdin)["causes"])')" = '[]' ]
		check "$fault is named, $way" $?
	done
	run link simulated/simulated $(monitored $way) -n 10 --fault 'crash 2 at +60ms'
	"$TRELLIS" detrek --cause -p "$temp/link" | grep -q silent
	[ $? = 1 ] && [ "$(awk '$3 == "stop" { print $2 }' "$temp/link.std")" = 2 ]
	check "a crash is no lost link, $way" $?
done

# a byte that was lost when all was done is told, and no failure: the run has ended well; without its word it may be one
for f in "$temp"/good.*; do cp "$f" "$temp/over.${f##*.}"; done
echo "90000 2 lost 1 0 1" >> "$temp/over.std"
lost='Link 2.0 to 1.1 silent since 90000 us: a byte from node 2 did not arrive, and both ends run: no process is to blame'
said=$("$TRELLIS" detrek -p "$temp/over") && [ "$said" = "Success
$lost" ] && rm "$temp/over.json" && said=$("$TRELLIS" detrek -p "$temp/over")
[ $? = 1 ] && [ "$said" = "Failure
$lost" ]
check "a byte lost in a run that ended well" $?

# a generator that returns at once makes no task, and the run ends well
awk '{ $3 = 1; print }' "$temp/good.spf" > "$temp/none.spf"
cp "$temp/good.json" "$temp/none.json"
: > "$temp/none.tvm"
printf '57341 0 start 2 0 0\n57400 0 end 2 0 0\n' > "$temp/none.std"
said=$("$TRELLIS" detrek -p "$temp/none") && [ "$said" = "Success
No task was generated" ] && rm "$temp/none.json" && said=$("$TRELLIS" detrek -p "$temp/none")
[ $? = 1 ] && grep -q '^0 0* 0 data_generator()$' <<< "$said"
check "a run without a task" $?

# a file that was cut off inside a record tells how much of it can be read
head -c $(($(wc -c < "$temp/good.all") / 2 + 7)) "$temp/good.all" > "$temp/cut.all"
said=$("$TRELLIS" tvmfilter -p "$temp/cut" 2>&1)
[ $? = 2 ] && [ ! -e "$temp/cut.tvm" ] && whole=$(sed -n "s|.*$temp/cut.all is cut off .* (head -c \([0-9]*\))\$|\1|p" <<< "$said")
check "a trace that is cut off inside a record is refused" $?
head -c "$whole" "$temp/cut.all" > "$temp/half.all"
cp "$temp/good.spf" "$temp/half.spf"
"$TRELLIS" tvmfilter -p "$temp/half" && table half | grep -q Failure
check "what is whole of it can be analysed" $?

# refused PREFIX TEXT: tvmfilter does that file so, and writes nothing
refused() {
	local said
	said=$("$TRELLIS" tvmfilter -p "$temp/$1" 2>&1)
	[ $? = 2 ] && grep -qF "$2" <<< "$said" && [ ! -e "$temp/$1.tvm" ]
	check "tvmfilter refuses $1 records" $?
}

: > "$temp/empty.all"
refused empty "has no records"
printf 'junk' > "$temp/junk.all"
refused junk "no complete block of records"
printf 'TMON\0\0\0\0\0\0\0\0\1\0\0\0any bytes at all' > "$temp/strange.all"
refused strange "has no records"

mistake 'add --record FILE' --monitor
mistake 'bounds: the last triple TIME LOWER UPPER is incomplete' --monitor=100,1
mistake "'x' is not a valid LOWER in records" --monitor=100,x,1
mistake 'bounds: TIME 100 is not after 200' --monitor=200,1,1,100,1,1,0,1,1
printf '100 1 64 # at first\n\n 200 1' > "$temp/bounds"
mistake 'bounds:3: the last triple TIME LOWER UPPER is incomplete' --monitor=@"$temp/bounds"
mistake "'trellis export reference -o PREFIX RECORDING'" --reference "$temp/x"
mistake "'trellis export records -o PREFIX RECORDING'" --monitor=outside
mistake "'trellis export records -o PREFIX RECORDING'" -p "$temp/x"
mistake 'UPPER is at least 1' --monitor=100,5,2
