#!/bin/bash
# detrek --model: models of virtual machines, and the mistakes in them.
data=tests/detrek/data/001
. tests/tap.sh

detrek() {
	"$TRELLIS" detrek "$@"
}

# The checker knows machines only by their models.
grep -niE 'pfvm|dcvm|pipeline|spmd|comp_fn|split_fn|step_fn' detrek/tasks/*.[ch] >"$tmp/diff"
[ ! -s "$tmp/diff" ]
result $? "no name of a virtual machine in the checker"

for p in $data/*.tvm; do
	p=${p%.tvm}
	read -r _ _ _ degree _ <"$p.spf"
	model=trek/models/dcvm.vm
	[ "$degree" = 1 ] && model=trek/models/pfvm.vm
	for options in --explain=1 --json; do
		diff <(detrek "$options" -p "$p") <(detrek --model "$model" "$options" -p "$p") || echo "$p $options"
	done
done >"$tmp/diff"
[ ! -s "$tmp/diff" ]
result $? "a model from its file is that of the program"

# The example of the manual page.
sed -n '/^machine RELAY/,/^\.Ed/p' docs/man/trellis-vm.5 | grep -v '^\.Ed' >"$tmp/relay.vm"
echo "4 4 10 1 0" >"$tmp/relay.spf"
cat >"$tmp/relay.tvm" <<X
1 0 send 1 0 0
2 1 recv 0 0 0
3 1 send 2 0 0
4 2 recv 1 0 0
5 2 send 3 0 0
6 3 recv 2 0 0
7 3 send 0 0 0
8 0 recv 3 0 0
9 0 send 1 1 0
9 1 recv 0 1 0
9 1 send 2 1 0
9 2 recv 1 1 0
9 0 send 1 2 0
9 1 recv 0 2 0
9 1 send 2 2 0
9 2 recv 1 2 0
X
expect "a machine described in the manual page" 1 detrek --model "$tmp/relay.vm" -p "$tmp/relay" --explain 1 --verify <<X
Failure
TASK SUBTASK NODE PROCESS
1 0 2 relay_fn()
2 0 2 Passing
task 1: 4 events
  node 0
  node 1 received the token (line 10)
  node 2 received the token (line 12)
where it stopped:
  node 2, the task: relay_fn(), relay error: it arrived, and is not sent on (line 12)
stamps: 256 pairs, 0 differ
X

# mistake NAME LINE REASON SED: the relay, changed, is refused for this reason
mistake() {
	sed -e "$4" "$tmp/relay.vm" >"$tmp/bad.vm"
	cmp -s "$tmp/relay.vm" "$tmp/bad.vm" && echo "the example is not changed by $4"
	expect "$1" 2 detrek --model "$tmp/bad.vm" -p "$tmp/relay" <<<"$tmp/bad.vm:$2: $3"
}
mistake "an unknown statement" 3 "unknown statement 'massage'; known are machine, graph, for, part, whole, message, shown, called, process, unsent, missing, untaken, unended, role, event, frontier, draw, tell" 's/^message/massage/'
mistake "an unknown graph" 2 "unknown graph 'circle'; known are tree, cycle, mesh" 's/cycle/circle/'
mistake "an unknown direction" 3 "unknown direction 'around'; known are down, up, next, out, home, neighbour" 's/ next/ around/'
mistake "a direction of another graph" 3 "no message goes up in a cycle" 's/token next/token up/'
mistake "an unknown message" 14 "unknown message 'coin'; 'message coin DIRECTION' would declare it" '14s/token/coin/'
mistake "an unknown process" 21 "unknown process 'relay()'; 'process relay() \"CLASS\"' would declare it" '21s/relay_fn/relay/'
mistake "an unknown clause" 13 "unknown word 'ends'; an event has source, begins, times, after, until and completes" 's/completes task/ends task/'
mistake "parts in a cycle" 18 "'times degree' is for a tree, where tasks are divided" '18s/begins/times degree &/'
mistake "neighbours in a cycle" 18 "'times neighbours' is for messages between neighbours: 'token' goes next" '18s/begins/times neighbours &/'
mistake "two messages in one direction" 4 "ambiguous: message 'token' in line 3 also goes next, and a trace does not tell them apart" '3a message coin next'
mistake "a message that no role receives" 3 "message 'token' is received by no node: no role has an event 'receive token'" '/receive token/d;17a event send token source\ndraw send token relay_fn()'
mistake "an event that completes nothing" 13 "'receive token' of role 'source' completes nothing: 'completes task' is missing, or an event that comes after it" 's/ completes task//'
mistake "a send without a cause" 19 "nothing causes 'send token' of role 'relay': 'after EVENT' or 'source' must say what does" 's/ after receive token//'
mistake "an ambiguous rule" 22 "ambiguous: line 21 also says whose error it is when 'receive token' is on the frontier" '21p'
mistake "no rule" 18 "'receive token' of role 'relay' may be on the frontier, and no line 'frontier receive token PROCESS ...' says whose error that is" '21d'
mistake "a rule that never applies" 15 "'receive token' completes the task and is never on the frontier" '14a\  frontier receive token Passing here "x"'
mistake "an event twice" 20 "ambiguous: 'send token' of role 'relay' is already in line 19" '19p'
mistake "a role that is never used" 25 "role 'third' is never used: its nodes have role 'relay', in line 17" '$a role third'
mistake "a process that is never used" 7 "process Idling is never used: no rule names it, and it is not a function" '6a process Idling "idling"'
mistake "a function twice" 7 "function 4 is already relay_fn(), in line 5" '6a process other() function 4 "other"'
mistake "a text without its end" 8 "a text ends with a second quote, and ends the line; it cannot have # in it" '8s/"$//'
mistake "no text" 8 "'missing' needs a text in quotes" '8s/".*//'
mistake "too many words" 2 "'twice' is more than 'graph' takes" 's/cycle/cycle twice/'

# A run names its machine.
sed 's/$/ PIPELINE/' "$tmp/relay.spf" >"$tmp/item.spf"
cp "$tmp/relay.tvm" "$tmp/item.tvm"
expect "a pipeline" 1 detrek -p "$tmp/item" --explain 1 <<X
Failure
TASK SUBTASK NODE PROCESS
1 0 2 comp_fn()
2 0 2 Passing
task 1: 4 events
  node 0 sent the item to node 1 (line 9)
  node 1 received the item (line 10); sent it on to node 2 (line 11)
  node 2 received the item (line 12); nothing more is seen of it there
where it stopped:
  node 2, the item: comp_fn(), stage error: it arrived, and is not seen to be sent on (line 12)
X
sed 's/$/ LOOM/' "$tmp/relay.spf" >"$tmp/item.spf"
expect "an unknown machine" 2 detrek -p "$tmp/item" <<<"$tmp/item.spf:1: unknown virtual machine 'LOOM'; known are DCVM, PFVM, PIPELINE, SPMD, and --model reads others"
echo "4 2 10 1 0 PIPELINE" >"$tmp/item.spf"
expect "a topology that the machine lacks" 2 detrek -p "$tmp/item" <<<"$tmp/item.spf:1: '2' is not a valid topology: 4 cycle (4 to 4)"
echo "1 0" >"$tmp/tree"
echo "4 4 10 1 0 PIPELINE" >"$tmp/item.spf"
expect "a tree for a pipeline" 2 detrek -t "$tmp/tree" -p "$tmp/item" <<<"$tmp/tree: the nodes of a PIPELINE run on a cycle, not on a tree"
echo "1 2 send 1 0 0" >"$tmp/item.tvm"
expect "a message that goes back" 2 detrek -p "$tmp/item" <<<"$tmp/item.tvm:1: nodes 2 and 1 are not neighbours in the cycle (cycle)"

# A ring of three, whose node 2 fails in the first step.
echo "4 5 3 1 0 SPMD" >"$tmp/ring.spf"
printf '1 %s\n' "0 send 1 0 0" "0 send 2 0 0" "0 send 3 0 0" "1 recv 0 0 0" "2 recv 0 0 0" "3 recv 0 0 0" \
	"1 send 2 0 0" "1 send 3 0 1" "2 send 3 0 0" "2 send 1 0 1" "3 send 1 0 0" "3 send 2 0 1" \
	"1 recv 2 0 1" "1 recv 3 0 0" "2 recv 3 0 1" "2 recv 1 0 0" "3 recv 1 0 1" "3 recv 2 0 0" \
	"1 send 2 1 0" "1 send 3 1 1" "3 send 1 1 0" "3 send 2 1 1" "1 recv 3 1 0" "3 recv 1 1 1" >"$tmp/ring.tvm"
expect "a ring" 1 detrek --fold --explain 1 --verify -p "$tmp/ring" <<X
Failure
TASK PARTS NODES PROCESS
0 1 2 step_fn()
1 4 1-3 Exchanging
task 1: 6 events
  node 1 sent border to node 2 (line 19, not seen to arrive), border to node 3 (line 20); received 1 of 2 borders: border from node 3 (line 23)
  node 3 sent border to node 1 (line 21), border to node 2 (line 22, not seen to arrive); received 1 of 2 borders: border from node 1 (line 24)
where it stopped:
  node 2, the step: Exchanging, exchange error: a border was sent to this node but is not seen to arrive (line 19)
  node 2, the step: Exchanging, exchange error: a border was sent to this node but is not seen to arrive (line 22)
  node 3, the step: Exchanging, exchange error: it waits: the borders of some neighbours have not arrived (line 24)
  node 1, the step: Exchanging, exchange error: it waits: the borders of some neighbours have not arrived (line 23)
stamps: 576 pairs, 0 differ
X
echo "1 1 send 2 2 1" >>"$tmp/ring.tvm"
expect "a border that leaves on the wrong side" 2 detrek -p "$tmp/ring" <<<"$tmp/ring.tvm:25: SubTid 1 is not the side on which node 1 has node 2"
python3 tests/detrek/tasks/mesh.py "$TRELLIS detrek" 1 ${LONG:+10}100 >"$tmp/diff" 2>&1
result $? "random rings and grids: the rules give the same rows; a crash is named first"
echo "1..$n"
