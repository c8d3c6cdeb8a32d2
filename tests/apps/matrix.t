#!/bin/bash
# Every application gives the same output on every machine: 1, 6, 16, 75 nodes; chain, binary tree,
# ternary tree; several seeds; the same as the host's processor, to the bit.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
ok() { # name, status
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; sed 's/^/# /' "$tmp/err"; fi
}

# same NODES TREE SEED: is the application's output there that of the host?
same() {
	"$TRELLIS" run --build "$tmp/$app" -n "$1" -T "$2" -s "$3" -o "$tmp/out" "$vms" ${args:+-- $args} > "$tmp/err" 2>&1 &&
		cmp "$tmp/out" "$tmp/native" >> "$tmp/err" 2>&1
	ok "$app on $1 nodes, $2, seed $3" $?
}

# The trees and seeds in turn, so that a few runs see each of them.
few() {
	local i=$1 nodes trees=(chain btree ttree)

	for nodes in $2; do
		same $nodes ${trees[i % 3]} $((i % 3 + 1))
		i=$((i + 1))
	done
}

i=0
while read -r vms args; do
	app=$(basename "$vms" .vms)
	vms=programs/$vms
	"$TRELLIS" run --native --build "$tmp/$app" -o "$tmp/native" "$vms" ${args:+-- $args} > "$tmp/err" 2>&1
	ok "$app on the host" $?
	if [ -n "$LONG" ]; then
		for nodes in 1 6 16 75; do
			for tree in chain btree ttree; do
				for seed in 1 2 3; do same $nodes $tree $seed; done
			done
		done
	else
		few $((i++)) "1 6 16"
	fi
done <<'END'
mandel/mandel.vms 64 48 100 8
ray/ray.vms 48 36 6
group/group.vms
simulated/simulated.vms
simulated/farm.vms
msort/msort.vms
quad/quad.vms 8 exact
queens/queens.vms 8
END

vms=programs/mandel/mandel.vms app=mandel args="64 48 100 4"
"$TRELLIS" run --native --build "$tmp/$app" -o "$tmp/native" "$vms" -- $args > "$tmp/err" 2>&1
few 1 75
vms=programs/quad/quad.vms app=quad args="9 exact"
"$TRELLIS" run --native --build "$tmp/$app" -o "$tmp/native" "$vms" -- $args > "$tmp/err" 2>&1
few 2 75
echo "1..$n"
