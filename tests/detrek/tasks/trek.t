#!/bin/bash
# detrek: the traces of examples 001, vector times, drawings, mistakes.
data=tests/detrek/data/001
. tests/tap.sh

# same NAME WANT GOT: two files
same() {
	diff "$2" "$3" >"$tmp/diff"
	result $? "$1"
}

detrek() {
	"$TRELLIS" detrek "$@"
}

# by_task: the rows of one task in any order, tasks in the order they have
by_task() {
	awk '{ print (NR > 2 ? $1 : NR - 3), $0 }' "$1" | sort -s -k1,1n -k2 | cut -d' ' -f2-
}

# mistake NAME REASON SPF TVM: refused with just this message
mistake() {
	printf -- "$3" >"$tmp/bad.spf"
	printf -- "$4" >"$tmp/bad.tvm"
	expect "$1" 2 detrek -p "$tmp/bad" <<<"$tmp/bad.$2"
}

for f in $data/*.expected; do
	p=${f%.expected}
	name=${p##*/}
	cp "$p".spf "$p".tvm "$tmp"
	grep -v '^#' "$f" >"$tmp/want"
	detrek -cp "$tmp/$name" >"$tmp/table"
	status=$?
	detrek -cop "$tmp/$name" >"$tmp/screen"
	[ $? = $status ]
	result $? "$name: the same exit status with -o"
	same "$name: with -o nothing on the screen" /dev/null "$tmp/screen"
	same "$name: -c changes nothing" "$tmp/table" <(detrek -p "$tmp/$name")
	grep -q Failure "$tmp/want"
	[ $? != $status ]
	result $? "$name: exit status"
	same "$name: table" <(by_task "$tmp/want") <(by_task "$tmp/table")
	same "$name: tasks in order" <(tail -n +3 "$tmp/table" | cut -d' ' -f1) \
		<(tail -n +3 "$tmp/table" | cut -d' ' -f1 | sort -n)
	if [ -f "$p.bug" ]; then
		same "$name: error list" <(sort -k2,2n -k1 "$p.bug") <(sort -k2,2n -k1 "$tmp/$name.bug")
	fi
	# JSON has the same rows
	detrek --json -p "$p" >"$tmp/json"
	python3 - "$tmp/json" "$tmp/table" >"$tmp/diff" 2>&1 <<'P'
import json, sys
j = json.load(open(sys.argv[1]))
lines = open(sys.argv[2]).read().splitlines()
assert j['verdict'] == lines[0]
rows = [f"{e['task']} {e['subtask']} {e['node']} {e['process']}" for e in j['errors']]
assert rows == lines[2:], rows
P
	result $? "$name: JSON"
	detrek --verify -p "$p" | tail -1 | grep -q ' 0 differ$'
	result $? "$name: short times order as full ones"
done

# the order inside a task is that of the stack algorithm, so runs of it give the same
for name in btree16-dc4-crash chain10-pfvm-crash dc1000 group ttree13-dc-crash; do
	same "$name: exactly" <(grep -v '^#' $data/$name.expected) <(detrek -p $data/$name)
done

same "vector times" <(grep -v '^#' $data/tiny.stamps; echo Success) <(detrek -vp $data/tiny)
detrek --stamps=full -p $data/tiny | sed 's/.*| //' | cut -d' ' -f2 >"$tmp/full"
detrek --stamps=short -p $data/tiny | sed 's/.*| //' >"$tmp/short"
same "short times: the cover of tiny's tree is node 1" "$tmp/full" "$tmp/short"

sync() {
	echo "$2" >"$tmp/sync.spf"
	same "times of $1" <(grep -v '^#' $data/sync-$1.txt) \
		<(detrek --messages=$data/sync-$1.txt -p "$tmp/sync")
}
sync btree16 "16 2 1 1 1"
sync chain6 "6 1 1 1 1"
sync ttree13 "13 3 1 1 1"
sed 's/^1 0 | 1 1 0$/1 0 | 1 2 0/' $data/sync-chain6.txt >"$tmp/sync.txt"
echo "6 1 1 1 1" >"$tmp/sync.spf"
detrek --messages="$tmp/sync.txt" -p "$tmp/sync" >/dev/null 2>"$tmp/diff"
[ $? = 1 ] && grep -q "^$tmp/sync.txt:4: warning" "$tmp/diff"
result $? "a wrong time is found"

# the same tree as lines; a tree of another form, whose node 1 has three children
for i in 1:0 2:1 3:1 4:2 5:2 6:3 7:3; do echo "${i%:*} ${i#*:}"; done >"$tmp/tree"
same "a tree from a file" <(detrek -p $data/dc) <(detrek -t "$tmp/tree" -p $data/dc)
printf '1 0\n2 1\n3 1\n4 1\n' >"$tmp/star"
echo "5 1 2 3 1" >"$tmp/star5.spf"
printf '1 %s\n' "0 send 1 0 0" "1 recv 0 0 0" "1 send 2 0 0" "1 send 3 0 4" "1 send 4 0 8" \
	"2 recv 1 0 0" "2 send 1 0 0" "4 recv 1 0 8" "3 recv 1 0 4" "3 send 1 0 4" >"$tmp/star5.tvm"
expect "a star" 1 detrek -t "$tmp/star" -p "$tmp/star5" <<X
Failure
TASK SUBTASK NODE PROCESS
0 1000 4 comp_fn()
0 0100 1 Collecting
0 0000 1 Collecting
X

expect "folded" 1 detrek --fold -p $data/dc1000-lossy <<X
Failure
TASK PARTS NODES PROCESS
475 1 1 split_fn()/comp_fn()
476 2 1 join_fn()
477 1 1 Distributing
478 2 7 join_fn()
478 2 1,3 Collecting
479 1 1 Distributing
480 7 7-13 Distributing
481 1 1 Distributing
482 3 3-5 Distributing
483-486 1 1 Distributing
487-488 1 0 data_generator()
X
expect "explained" 1 detrek --explain 51 -p $data/dc < <(
	detrek -p $data/dc
	cat <<X
task 51: 6 events
  node 0 sent the task to node 1 (line 101)
  node 1 received part 0000 (line 237); sent 2 of 2 parts: part 0000 to node 2 (line 238), part 0010 to node 3 (line 241); 0 of 2 results came back
  node 3 received part 0010 (line 349); nothing more is seen of it there
  node 2 received part 0000 (line 297); nothing more is seen of it there
where it stopped:
  node 3, part 0010: split_fn()/comp_fn(), split or computation error: it arrived, and neither a part nor a result of it is seen (line 349)
  node 2, part 0000: split_fn()/comp_fn(), split or computation error: it arrived, and neither a part nor a result of it is seen (line 297)
X
)
detrek --task=51 --dot="$tmp/dot" --svg="$tmp/svg" -p $data/dc >/dev/null
same "event graph: vertices, arcs, frontier" <(echo 8 6 2) \
	<(echo "$(grep -c label= "$tmp/dot") $(grep -c -e '->' "$tmp/dot") $(grep -c salmon "$tmp/dot")")
python3 -c "import xml.dom.minidom as m
d = m.parse('$tmp/svg')
assert len(d.getElementsByTagName('rect')) == 9 and len(d.getElementsByTagName('path')) == 7" >"$tmp/diff" 2>&1
result $? "the event graph as SVG"
detrek -c --dot="$tmp/dot" -p $data/dc >/dev/null # task 49, the first that failed
detrek --dot="$tmp/events" -p $data/dc >/dev/null
same "-c draws the same graph" "$tmp/events" "$tmp/dot"
detrek --coalesced --dot="$tmp/dot" -p $data/dc >/dev/null
same "coalesced graph" <(echo 10 8 4) \
	<(echo "$(grep -c label= "$tmp/dot") $(grep -c -e '->' "$tmp/dot") $(grep -c salmon "$tmp/dot")")
detrek --fold --dot="$tmp/dot" -p $data/dc1000 >/dev/null
same "folded graph" <(echo '"v6" [label="8 nodes: 12 13 14 15 10 11 ...\ncomp_fn()",shape=box,style=filled,fillcolor=salmon]') \
	<(grep salmon "$tmp/dot")

spf='4 2 3 2 2\n'
mistake "truncated spf" "spf:2: 4 of the five numbers (processors, topology, tasks, task degree, task depth): the task depth is missing" '4 2 3 2\n' ''
mistake "too long spf" "spf:1: more than five numbers: processors, topology, tasks, task degree, task depth" '4 2 3 2 2 9\n' ''
mistake "no topology" "spf:2: '4' is not a valid topology: 1 chain, 2 binary tree, 3 ternary tree (1 to 3)" '# x\n4 4 3 2 2\n' ''
mistake "a cut line" "tvm:2: the last line is cut off; remove it to read the trace" "$spf" '1 0 send 1 0 0\n1 1 recv 0 0 0'
form='a line is <Ptime> <Sid> send|recv <Did> <MainTid> <SubTid>'
mistake "too few words" "tvm:1: the line ends after 4 words; $form" "$spf" '1 0 send 1\n'
mistake "too many words" "tvm:2: '7' is not a valid part of an event; $form" "$spf" '\n1 0 send 1 0 0 7\n'
mistake "no number" "tvm:1: '1x' is not a valid node; $form" "$spf" '1 1x send 1 0 0\n'
mistake "no time" "tvm:1: '-1' is not a valid time; $form" "$spf" '-1 1 send 1 0 0\n'
mistake "no kind" "tvm:1: 'sent' is not a valid send or recv; $form" "$spf" '1 0 sent 1 0 0\n'
mistake "no SubTid" "tvm:1: '0g' is not a valid SubTid (hexadecimal, at most 64 bits); $form" "$spf" '1 0 send 1 0 0g\n'
mistake "bytes" "tvm:1: '????' is not a valid time; $form" "$spf" '\001\200\377\003 0 send 1 0 0\n'
mistake "node too high" "tvm:1: unknown node 4: $tmp/bad.spf has nodes 0 to 3" "$spf" '1 4 send 1 0 0\n'
mistake "task too high" "tvm:1: unknown task 3: $tmp/bad.spf has tasks 0 to 2" "$spf" '1 0 send 1 3 0\n'
mistake "another tree" "tvm:1: nodes 1 and 3 are not neighbours in the tree (chain)" '4 1 3 2 2\n' '1 1 send 3 0 2\n'
mistake "another degree" "tvm:1: SubTid 2 cannot occur on node 3: only bits of 0 are possible there by the degree and depth of $tmp/bad.spf" '4 2 3 1 2\n' '1 1 send 3 0 2\n'
mistake "no such part" "tvm:1: the SubTid has part 3; $tmp/bad.spf has degree 3" '4 2 3 3 2\n' '1 1 send 3 0 c\n'
mistake "twice" "tvm:2: node 0 sends task 0, SubTid 0 a second time (first in line 1)" "$spf" '1 0 send 1 0 0\n1 0 send 1 0 0\n'
mistake "result twice" "tvm:3: node 1 sends the result of task 0, SubTid 0 a second time (first in line 2)" "$spf" '1 1 recv 0 0 0\n1 1 send 0 0 0\n2 1 send 0 0 0\n'
mistake "another node" "tvm:2: task 0, SubTid 0 is sent to node 2 but received by node 3 (the other end is in line 1)" "$spf" '1 1 send 2 0 0\n1 3 recv 1 0 0\n'
mistake "result first" "tvm:2: task 0: node 2 receives a part after it worked on it: the lines of a node are not in the order of its events" "$spf" '1 2 send 1 0 0\n1 2 recv 1 0 0\n'
mistake "joined too early" "tvm:2: task 0: node 1 receives the result of a part after it sent the joined result: the lines of a node are not in the order of its events" "$spf" '1 1 send 0 0 0\n1 1 recv 2 0 0\n'
mistake "a circle" "tvm:1: node 0 receives this from node 1 before it can have been sent (line 4): the lines of a node are not in the order of its events" "$spf" '1 0 recv 1 0 0\n1 0 send 1 0 0\n1 1 recv 0 0 0\n1 1 send 0 0 0\n'
head -c 70000 /dev/zero | tr '\0' '#' >"$tmp/bad.tvm"
expect "a line without end" 2 detrek -p "$tmp/bad" <<<"$tmp/bad.tvm:1: the line is longer than 65536 bytes"
printf '1 0\n2 3\n3 2\n' >"$tmp/circle"
expect "a circle of parents" 2 detrek -t "$tmp/circle" -p $data/tiny <<<"$tmp/circle:2: node 2 is in a cycle: all nodes must lead to node 0"
printf '1 0\n2 1\n' >"$tmp/circle"
expect "a node left out" 2 detrek -t "$tmp/circle" -p $data/tiny <<<"$tmp/circle: node 3 has no line; $data/tiny.spf has 4 nodes, and all but node 0 need a parent"
printf '1 0\n1 0\n' >"$tmp/circle"
expect "two parents" 2 detrek -t "$tmp/circle" -p $data/tiny <<<"$tmp/circle:2: node 1 already has a parent (line 1)"
expect "no file" 2 detrek -p "$tmp/none" <<<"trellis: cannot open $tmp/none.spf: No such file or directory"
expect "files that are not there" 2 detrek x <<<"trellis: cannot open x.spf: No such file or directory"
expect "two recordings" 2 detrek x y <<<"trellis: unexpected argument y: one RECORDING or -p PREFIX names the files"
expect "a recording and a prefix" 2 detrek -p x y <<<"trellis: unexpected argument y: one RECORDING or -p PREFIX names the files"
# What stopped a node may have destroyed its memory before: what it noted then is left out, and not the run's fault.
printf "$spf" >"$tmp/junk.spf"
for junk in "2 271 0" "2 0 f00" "0 0 1" "9 0 0"; do
	printf '1 0 send 1 0 0\n2 1 recv 0 0 0\n3 1 send %s\n' "$junk" >"$tmp/junk.tvm"
	rm -f "$tmp/junk.std"
	detrek -p "$tmp/junk" >"$tmp/out" 2>&1
	echo "$?" >>"$tmp/out"
	sed 's/^\(.*:3: \)/\1warning: left out, as node 1 stopped and its memory may be destroyed: /; $d' "$tmp/out" >"$tmp/told"
	[ "$(tail -1 "$tmp/out")" = 2 ]
	result $? "an event that cannot be: $junk"
	echo "2 1 stop 0 0 0" >"$tmp/junk.std"
	expect "... of a node that stopped" 1 detrek -p "$tmp/junk" <<X
$(cat "$tmp/told")
Failure
TASK SUBTASK NODE PROCESS
0 0000 1 split_fn()/comp_fn()
X
done
expect "no task" 2 detrek --explain=100 -p $data/dc <<<"trellis: unknown task 100: $data/dc.spf has tasks 0 to 99"
expect "text and JSON" 2 detrek -v --json -p $data/dc <<<"trellis: -v, --stamps and --messages print text; with --json leave them out"
echo "4 2 3 2 2" >"$tmp/empty.spf"
printf '# nothing\n\r\n  \n' >"$tmp/empty.tvm"
expect "an empty trace" 2 detrek -p "$tmp/empty" <<<"trellis: $tmp/empty.tvm has no events: nothing was monitored, or its records are lost"

# Success needs each of the three tasks: whole TASK... has these through the smallest tree
echo "2 1 3 1 0" >"$tmp/whole.spf"
whole() {
	for i in "$@"; do
		printf '1 %s\n' "0 send 1 $i 0" "1 recv 0 $i 0" "1 send 0 $i 0" "0 recv 1 $i 0"
	done >"$tmp/whole.tvm"
}
whole 0 1 2
expect "every task is complete" 0 detrek -p "$tmp/whole" <<<Success
whole 0 2
expect "a task was never generated" 1 detrek -p "$tmp/whole" --explain=1 <<X
Failure
TASK SUBTASK NODE PROCESS
1 0 0 data_generator()
task 1: 0 events
where it stopped:
  node 0, the task: data_generator(), generation error: it was not generated, and no other failure is visible
X
: >"$tmp/whole.tvm"
printf '1 0 start 2 0 0\n' >"$tmp/whole.std"
expect "no task was generated, and the generator did not end" 1 detrek -p "$tmp/whole" <<X
Failure
TASK SUBTASK NODE PROCESS
0 0 0 data_generator()
X
printf '1 0 stop 1 0 0\n' >"$tmp/whole.std"
expect "node 0 stopped in init_master" 1 detrek --cause -p "$tmp/whole" <<X
Cause
TASK SUBTASK NODE PROCESS
0 0 0 init_master()
Failure
TASK SUBTASK NODE PROCESS
0 0 0 init_master()
X

# all messages are there; the functions of node 0, and stops, tell the rest
whole 0 1 2
farm() {
	printf '1 0 start 2 0 0\n2 0 end 2 2 0\n'
	printf '%s\n' "$@"
}
farm '3 0 start 3 0 0' '4 0 end 3 0 0' '5 0 start 3 1 0' '6 0 end 3 1 0' '7 0 start 3 2 0' '8 0 end 3 2 0' >"$tmp/whole.std"
expect "the receiver has taken every result" 0 detrek -p "$tmp/whole" <<<Success
farm '3 0 start 3 0 0' '4 0 end 3 0 0' '7 0 start 3 2 0' '8 0 end 3 2 0' >"$tmp/whole.std"
expect "the receiver has left a result" 1 detrek -p "$tmp/whole" <<X
Failure
TASK SUBTASK NODE PROCESS
1 0 0 result_receiver()
X
sed -i '/recv 1 2 0/d' "$tmp/whole.tvm"
expect "a receiver that has ended is the cause, though results behind wait" 1 detrek --cause -p "$tmp/whole" <<X
Cause
TASK SUBTASK NODE PROCESS
1 0 0 result_receiver()
Failure
TASK SUBTASK NODE PROCESS
2 0 0 Collecting
X
whole 0 1 2
farm '3 0 start 3 0 0' '4 0 end 3 0 0' '5 0 start 3 1 0' '6 0 end 3 1 0' '7 0 start 3 2 0' >"$tmp/whole.std"
expect "the receiver did not end with the last result" 1 detrek -p "$tmp/whole" <<X
Failure
TASK SUBTASK NODE PROCESS
2 0 0 result_receiver()
X
expect "the same with -o" 1 detrek -op "$tmp/whole" </dev/null
same "the same in the error list" "$tmp/whole.bug" - <<<"Failure 2 0 result_receiver()"
farm '3 0 start 3 0 0' '5 0 start 3 1 0' '7 0 start 3 2 0' '8 0 end 3 2 0' '9 1 stop 0 0 0' >"$tmp/whole.std"
expect "a node stopped when every task was complete" 1 detrek -p "$tmp/whole" <<X
Failure
Node 1 stopped in no function of the application
X
expect "the same with causes" 1 detrek --cause -p "$tmp/whole" <<X
Node 1 stopped in no function of the application
No function began without ending
Failure
X
detrek --cause --json -p "$tmp/whole" | python3 -c '
import json, sys
j = json.load(sys.stdin)
print(j["verdict"], j["errors"], j["causes"], j["stopped"], j["tasks_complete"])' >"$tmp/out"
same "the same in JSON" "$tmp/out" - <<<"Failure [] [] [1] 3"
printf '1 0 start 2 0 0\n2 0 end 2 2 0' >"$tmp/whole.std"
expect "standard events cut off" 2 detrek -p "$tmp/whole" <<<"$tmp/whole.std: the last line is cut off; remove it to read the file"

# a link on which something was lost: it is the cause, and what began behind it may have ended unseen
echo "4 2 3 2 2" >"$tmp/lost.spf"
printf '1 0 send 1 0 0\n' >"$tmp/lost.tvm"
cat >"$tmp/lost.std" <<X
10 0 start 2 0 0
11 0 end 2 0 0
20 2 start 4 0 0
33 2 lost 1 0 1
31 1 lost 2 1 0
X
expect "a lost link" 1 detrek --cause -p "$tmp/lost" <<X
Link 1.1 to 2.0 silent since 31 us: a byte from node 1 did not arrive, and both ends run: no process is to blame
No function began without ending
Cut off, and not seen to end
TASK SUBTASK NODE PROCESS
0 0000 2 comp_fn()
Failure
TASK SUBTASK NODE PROCESS
0 0000 1 Distributing
X
detrek --cause --json -p "$tmp/lost" | python3 -c '
import json, sys
j = json.load(sys.stdin)
print(j["lost_links"], j["causes"])' >"$tmp/out"
same "the same in JSON" "$tmp/out" - <<X
[{'node': 1, 'link': 1, 'peer': 2, 'peer_link': 0, 'since': 31}] []
X
printf '5 0 lost 65534 0 0\n3 3 start 4 1 0\n3 3 end 4 1 0\n4 3 stop 0 0 0\n3 1 start 4 0 0\n' >>"$tmp/lost.std"
whole=$(detrek --cause -p "$tmp/lost")
same "a link to the host, a stopped node, a function that is not cut off" <(head -6 <<<"$whole") - <<X
Link 0.0 to the host silent since 5 us: a byte from node 0 did not arrive, and both ends run: no process is to blame
Link 1.1 to 2.0 silent since 31 us: a byte from node 1 did not arrive, and both ends run: no process is to blame
Node 3 stopped in no function of the application; the last one there was comp_fn(), task 1
Cause
TASK SUBTASK NODE PROCESS
0 0000 1 comp_fn()
X

# bounds for the next run: seldom until the host can have what nodes hold when it fails; a stop, a loop, no failure
echo "3 1 2 1 0" >"$tmp/bounds.spf"
echo "bounds 0 64 256" >"$tmp/bounds.config"
cat >"$tmp/bounds.tvm" <<X
100 1 recv 0 0 0
110 1 send 0 0 0
400 1 recv 0 1 0
150 2 recv 1 0 0
X
cat >"$tmp/bounds.std" <<X
120 1 start 4 0 0
157 2 call 1 0 0
300 1 end 4 0 0
50000 2 start 4 0 0
100000 2 stop 4 0 0
X
# 6250 us, twice a block of each of 3 nodes (500 us, 13 a record: 2, 7 and 6), and of 3 levels (260 us, 13 for each of 7 records)
expect "bounds of a run in which a node stopped" 0 detrek --bounds "$tmp/bounds" <<X
# the first failure, or the end, after 100000 us; to unload all that nodes hold takes up to 11746 us
88254 64 256
0 1 1
X
sed -i '/stop/d' "$tmp/bounds.std"
expect "bounds of a run in which a function does not end" 0 detrek --bounds "$tmp/bounds" <<X
# the first failure, or the end, after 50000 us; to unload all that nodes hold takes up to 11564 us
38436 64 256
0 1 1
X
echo "200000 2 end 4 0 0" >>"$tmp/bounds.std"
expect "bounds of a run that ends well" 0 detrek --bounds "$tmp/bounds" <<X
# the first failure, or the end, after 200000 us; to unload all that nodes hold takes up to 11902 us
188098 64 256
0 1 1
X
printf 'bounds 3000 64 256\nbounds 0 1 1\n' >"$tmp/bounds.config"
expect "bounds of a run that unloaded seldom for a time: no longer than that" 0 detrek --bounds "$tmp/bounds" <<X
# the first failure, or the end, after 200000 us; to unload all that nodes hold takes up to 11902 us
3000 64 256
0 1 1
X
echo "bounds 0 1 1" >"$tmp/bounds.config"
expect "bounds of a run that waited at each event" 0 detrek --bounds "$tmp/bounds" <<X
# the first failure, or the end, after 200000 us; its nodes waited for the host: try 64 256 first
0 1 1
X
echo "bounds 0 1 x" >"$tmp/bounds.config"
expect "bounds of a bad description" 2 detrek --bounds "$tmp/bounds" <<<"$tmp/bounds.config:1: 'x' is not a valid upper bound (0 to 4294967294)"
echo "bounds 0 64 256" >"$tmp/bounds.config"
: >"$tmp/bounds.tvm"
: >"$tmp/bounds.std"
expect "bounds of nothing" 2 detrek --bounds "$tmp/bounds" <<<"trellis: $tmp/bounds.tvm and $tmp/bounds.std have no events: nothing was monitored, or its records are lost"
echo "1 1 recv 0 0" >"$tmp/bounds.tvm"
expect "bounds of a bad line" 2 detrek --bounds "$tmp/bounds" <<<"$tmp/bounds.tvm:1: 5 words; an event has 6"

# The join at node 2 began last there; the computation at node 3 before it, by another clock.
cp "$tmp/empty.spf" "$tmp/cause.spf"
cp "$tmp/empty.tvm" "$tmp/cause.tvm"
cat >"$tmp/cause.std" <<X
10 0 start 2 0 0
11 0 end 2 0 0
12 0 call 1 0 0
20 2 start 4 0 2
5 3 start 4 1 0
9 3 end 4 1 0
15 3 start 4 1 4   # never ends
25 2 user 9 77 0
30 2 start 6 0 0
40 1 start 5 1 0
41 1 end 5 1 0
X
expect "causes" 1 detrek --cause -p "$tmp/cause" <<X
Cause
TASK SUBTASK NODE PROCESS
1 0100 3 comp_fn()
0 0000 2 join_fn()
0 0010 2 comp_fn()
Failure
TASK SUBTASK NODE PROCESS
1 0100 3 comp_fn()
X
(cat "$tmp/cause.std"; echo 99 2 stop 4 0 2; echo 99 1 stop 6 3 0; echo 98 3 stop 4 2 0) >"$tmp/stop.std"
cp "$tmp/cause.spf" "$tmp/stop.spf"
cp "$tmp/cause.tvm" "$tmp/stop.tvm"
expect "causes where nodes stopped" 1 detrek --cause -p "$tmp/stop" <<X
Cause
TASK SUBTASK NODE PROCESS
0 0010 2 comp_fn()
2 0000 3 comp_fn()
3 0000 1 join_fn()
0 0000 2 join_fn()
Failure
TASK SUBTASK NODE PROCESS
0 0010 2 comp_fn()
X
detrek --cause --json -p "$tmp/stop" | python3 -c '
import json, sys
print([c["stopped"] for c in json.load(sys.stdin)["causes"]])' >"$tmp/out"
same "whether nodes stopped there, in JSON" "$tmp/out" - <<X
[True, True, True, False]
X
detrek --cause --json -p "$tmp/cause" | python3 -c '
import json, sys
print([(c["task"], c["node"], c["process"], c["class"], c["time"], c["line"]) for c in json.load(sys.stdin)["causes"]])' >"$tmp/out"
same "causes in JSON" "$tmp/out" - <<X
[(1, 3, 'comp_fn()', 'computation', 15, 7), (0, 2, 'join_fn()', 'join', 30, 9), (0, 2, 'comp_fn()', 'computation', 20, 4)]
X
echo 12 0 call 1 0 0 >"$tmp/cause.std"
expect "no causes" 1 detrek --cause -p "$tmp/cause" <<X
No function began without ending
Failure
TASK SUBTASK NODE PROCESS
0 0000 0 data_generator()
X
for bad in '1 0 start 2 0|5 words; an event has 6: time, node, kind, peer, task, SubTid' \
	'1 4 start 2 0 0|'"'4' is not a valid node (0 to 3)" '1 0 start 7 0 0|'"a DCVM has no function 7" \
	'x 0 end 2 0 0|'"'x' is not a valid time" '1 0 end 2 0 0x|'"'0x' is not a valid SubTid"; do
	echo "${bad%%|*}" >"$tmp/cause.std"
	expect "standard events: ${bad%%|*}" 2 detrek --cause -p "$tmp/cause" <<<"$tmp/cause.std:1: ${bad#*|}"
done

ln -s "$(realpath "$TRELLIS")" "$tmp/detrek"
same "called detrek" <(detrek -p $data/dc) <("$tmp/detrek" -p $data/dc)
detrek -h >"$tmp/out" && grep -q '^usage: detrek' "$tmp/out" && detrek --help | cmp - "$tmp/out"
result $? "help"
detrek --bench=1000 --stamps=short >"$tmp/out" && [ "$(wc -l <"$tmp/out")" = 5 ]
result $? "bench"
python3 tests/detrek/tasks/model.py "$TRELLIS detrek" 1 ${LONG:+10}300 >"$tmp/diff" 2>&1
result $? "random runs: the rules give the same rows; disturbed traces are refused"
echo "1..$n"
