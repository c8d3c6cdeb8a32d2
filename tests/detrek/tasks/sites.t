#!/bin/bash
# detrek: a machine of which the program has no model, described by sites.vm: foremen divide orders, and
# workers do the pieces. Faults are planted by the player of sites.py. LONG=1: more of them.
. tests/tap.sh

# detrek MODEL OPTION...: of the trace $tmp/site
detrek() {
	"$TRELLIS" detrek --model "$1" -t "$tmp/site.tree" -p "$tmp/site" "${@:2}"
}

seeds=${LONG:+100}
python3 tests/detrek/tasks/sites.py "$TRELLIS" "$tmp" "${seeds:-10}" >"$tmp/diff"
result $? "the first row names the planted fault"

printf '%s 0\n' 1 2 >"$tmp/site.tree"
printf '%s 1\n' 3 4 5 >>"$tmp/site.tree"
echo 6 2 2 3 1 >"$tmp/site.spf"
cat >"$tmp/order" <<X
1 0 send 1 0 0
2 1 recv 0 0 0
3 1 send 3 0 0
4 1 send 4 0 4
5 3 recv 1 0 0
6 3 send 1 0 0
7 1 recv 3 0 0
8 4 recv 1 0 4
X
model=tests/detrek/tasks/sites.vm
(cat "$tmp/order"; echo 9 1 send 5 0 8) >"$tmp/site.tvm"
echo 9 4 start 4 0 4 >"$tmp/site.std"
expect "a foreman waits for two workers: the rows are theirs" 1 detrek $model --cause --explain 0 <<X
Cause
TASK SUBTASK NODE PROCESS
0 0100 4 work_fn()
Failure
TASK SUBTASK NODE PROCESS
0 0100 4 work_fn()
0 1000 5 Ordering
task 0: 9 events
  node 0 gave the order to node 1 (line 1)
  node 1 got the order (line 2); gave 3 of 3 pieces
  node 4 got its piece (line 8); sent no report
  node 3 got its piece (line 5)
where it stopped:
  node 4, piece 0100: work_fn(), work error: it arrived, and no report left (line 8)
  node 5, piece 1000: Ordering, ordering error: the piece did not arrive (line 9)
X
(cat "$tmp/order"; echo 9 4 send 1 0 4; echo 10 1 recv 4 0 4) >"$tmp/site.tvm"
rm "$tmp/site.std"
expect "a foreman waits for none: the row is its own" 1 detrek $model --explain 0 <<X
Failure
TASK SUBTASK NODE PROCESS
0 0000 1 divide_fn()
task 0: 10 events
  node 0 gave the order to node 1 (line 1)
  node 1 got the order (line 2); gave 2 of 3 pieces
  node 4 got its piece (line 8)
  node 3 got its piece (line 5)
where it stopped:
  node 1, piece 0000: divide_fn(), division error: the pieces given are done, the others were not given (line 7)
X
sed 's/ whole last / whole /' $model >"$tmp/all.vm"
(cat "$tmp/order"; echo 9 1 send 5 0 8) >"$tmp/site.tvm"
expect "without 'last', it always has a row" 1 detrek "$tmp/all.vm" <<X
Failure
TASK SUBTASK NODE PROCESS
0 0100 4 work_fn()
0 0000 1 divide_fn()
0 1000 5 Ordering
X
echo 1 1 send 3 0 1 >"$tmp/site.tvm"
expect "bits of another level" 2 detrek $model <<X
$tmp/site.tvm:1: SubTid 1 cannot occur on node 3: only bits of 0xc are possible there by the degree and depth of $tmp/site.spf
X
cp "$tmp/order" "$tmp/site.tvm"
echo 9 4 start 8 0 4 >"$tmp/site.std"
expect "a function that the model lacks" 2 detrek $model --cause <<X
$tmp/site.std:1: a SITES has no function 8
X
echo "1..$n"
