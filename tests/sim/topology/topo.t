#!/bin/bash
# trellis topo: counts, listings, configurations that are found.
data=tests/sim/topology/data
count=0

# same NAME EXPECTED COMMAND...: the command's output and nothing on stderr.
same()
{
	local name=$1 expected=$2 out
	shift 2
	out=$(diff -u "$expected" <("$@" 2>&1))
	result "$name" "$out"
}

# result NAME FAILURE: ok if there is none.
result()
{
	count=$((count + 1))
	if [ -z "$2" ]; then
		echo "ok $count - $1"
	else
		echo "not ok $count - $1"
		sed 's/^/# /' <<<"$2"
	fi
}

# said NAME WORDS COMMAND...: exit status 2 and the words on stderr.
said()
{
	local name=$1 words=$2 out status
	shift 2
	out=$("$@" 2>&1 >/dev/null)
	status=$?
	[ $status = 2 ] && [[ $out == *"$words"* ]] && out= || out="status $status: $out"
	result "$name" "$out"
}

topo="$TRELLIS topo"
same 'counts of the 75-node machine' <(grep -v '^#' $data/ubc75.expected) $topo $data/ubc75.topo
same 'one configuration' <(grep -E '^[^c#]|^control|config btree_32' $data/ubc75.expected) \
	$topo -c btree_32 $data/ubc75.topo
same 'crossbar settings' $data/btree_16.circuits $topo --circuits -c btree_16 $data/ubc75.topo
same 'routes' $data/btree_16.routes $topo --routes -c btree_16 $data/ubc75.topo
same 'what a worm finds' $data/btree_16.ispy $topo --ispy -c btree_16 $data/ubc75.topo
same 'a worm on fixed cables' $data/mesh16.ispy $topo --ispy $data/mesh16.topo
same 'graph' $data/chain4.dot $topo --dot $data/chain4.topo
same 'JSON' $data/chain4.json $topo --json $data/chain4.topo
same 'text of the text' <($topo --text $data/ubc75.topo) \
	bash -c "$topo --text $data/ubc75.topo | $topo --text -"
same 'the first configuration unless named' <($topo --routes -c chain_16 $data/ubc75.topo) \
	$topo --routes $data/ubc75.topo
said 'a wired link' "$data/bad-port.topo:7: link 0 of n1 is wired twice (first in line 6)" \
	$topo $data/bad-port.topo
said 'no such configuration' 'did you mean chain_16' $topo -c chain_61 $data/ubc75.topo
said 'no file' 'topo: expected one FILE' $topo
said 'no such file' 'cannot open none.topo' $topo none.topo
said 'two choices' 'cannot be combined' $topo -c chain_16 -f 'chain 3' $data/ubc75.topo

# finds FILE WORDS NODES CIRCUITS DEPTH
finds()
{
	same "$2 on $1" <(echo "config found nodes $3 circuits $4 depth $5") \
		bash -c "$topo -f '$2' $data/$1 | grep found"
}

finds ubc75.topo 'chain 1' 1 1 0
finds ubc75.topo 'chain 2' 2 2 1
finds ubc75.topo 'chain 16' 16 16 15
finds ubc75.topo 'chain 75' 75 75 74
finds ubc75.topo 'chain 75 root=n20' 75 75 74
finds ubc75.topo 'btree 4' 4 4 2
finds ubc75.topo 'btree 32' 32 32 5
finds ubc75.topo 'btree 75' 75 75 7
finds ubc75.topo 'ttree 7' 7 7 3
finds ubc75.topo 'ttree 40' 40 40 4
finds ubc75.topo 'ttree 75' 75 75 5
finds ubc75.topo 'ring 3' 3 4 1
finds ubc75.topo 'ring 75' 75 76 37
finds ubc75.topo 'grid 3x3' 9 13 4
finds ubc75.topo 'grid 5x15' 75 131 18
finds ubc75.topo 'grid 64' 64 113 14
finds ubc75.topo 'cube 8' 8 13 3
finds mesh16.topo 'chain 16' 16 0 6
finds mesh16.topo 'ring 16' 16 0 6
finds mesh16.topo 'btree 11' 11 0 4
finds mesh16.topo 'grid 4x4' 16 0 6
said 'no odd ring on a mesh' 'all placements were tried' $topo -f 'ring 15' $data/mesh16.topo
said 'no cube of 64 nodes' 'needs 7 links, one of them for the host' $topo -f 'cube 64' $data/ubc75.topo
said 'no cube of 16 nodes' 'needs 5 links, one of them for the host' $topo -f 'cube 16' $data/ubc75.topo
said 'root away from the host' 'no link of n44 can reach one' $topo -f 'chain 9 root=n44' $data/far.topo
said 'not more nodes than there are' 'the machine has 75' $topo -f 'chain 76' $data/ubc75.topo
same 'found twice, found the same' <($topo --text -f 'ttree 75' $data/ubc75.topo) \
	$topo --text -f 'ttree 75' $data/ubc75.topo
same 'what was found is a configuration' <(echo config found nodes 75 circuits 75 depth 5) \
	bash -c "$topo --text -f 'ttree 75' $data/ubc75.topo | $topo - | grep found"

# 4096 nodes by ranges; 65536 are the most.
mesh()
{
	local r=$1 c=$2 i
	echo "topology big"
	echo "node n[0-$((r * c - 1))] mem=64K"
	printf 'host h\nwire h.0 n0.0\n'
	for ((i = 0; i < r * c; i += c)); do
		echo "wire n[$i-$((i + c - 2))].1 n[$((i + 1))-$((i + c - 1))].3"
	done
	echo "wire n[0-$((r * c - c - 1))].2 n[$c-$((r * c - 1))].0"
	echo end
}
same '4096 nodes' <(echo nodes 4096; echo config found nodes 4096 circuits 0 depth 126) \
	bash -c "$topo -f 'grid 64x64' <(cat) | grep -E 'nodes'" < <(mesh 64 64)
same '65536 nodes' <(echo nodes 65536) bash -c "$topo - | grep nodes" < <(mesh 256 256)

# The machines that come with the programs.
for f in programs/*.topo; do
	result "$f" "$($topo "$f" 2>&1 >/dev/null)"
done
echo "1..$count"
