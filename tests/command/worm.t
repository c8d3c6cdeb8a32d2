#!/bin/bash
# A worm boots every node of the UBC machine's configurations; each answers with its position, and all
# ways to run it give one run.
#
# The expected positions are worked out from the topology: the tree of circuits from the host's node,
# children numbered in the order of their links as programs/worm/worm.s does.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
topo=programs/ubc75.topo
$TRELLIS as --raw -o "$temp/worm.btl" programs/worm/worm.s || exit
printf '\0\0\0\0' > "$temp/zero"
n=0

report() {
	n=$((n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		diff <(echo "$3") <(echo "$2") | sed 's/^/# /'
	fi
}

# run PROGRAM CONFIG OPTIONS...: positions into $temp/out, fingerprint and state on standard output
run() {
	local program=$1 config=$2
	shift 2
	"$program" boot --raw --hash --topo $topo --config "$config" "$@" "$temp/worm.btl" \
		< "$temp/zero" 2>&1 > "$temp/out" | grep -E '^(fingerprint|state)'
}

positions() {
	od -An -v -td4 -w4 "$temp/out" | tr -d ' ' | grep -v '^-' | sort -n
}

# expected CONFIG: the positions, from the topology's own text
expected() {
	python3 - $topo "$1" <<'PY'
import re, sys
joins, config = {}, None
for line in open(sys.argv[1]):
    word = line.split('#')[0].split()
    if word[:1] == ['config']:
        config = word[1]
    elif word[:1] == ['join'] and config == sys.argv[2]:
        joins[word[1]], joins[word[2]] = word[2], word[1]

def walk(node, boot, position):
    yield position
    child = 2 * position + (position == 0)
    for link in range(4):
        end = joins.get('%s.%d' % (node, link))
        if link != boot and end:
            yield from walk(end.split('.')[0], int(end.split('.')[1]), child)
            child += 1

root, boot = joins['h.0'].split('.')
for position in sorted(walk(root, int(boot), 0)):
    print(position)
PY
}

echo 1..34
for config in chain_16 btree_16 btree_32 btree_75; do
	run "$TRELLIS" $config > /dev/null
	report "every node of $config answers with its position" "$(positions)" "$(expected $config)"
	report "nodes of $config" "$(positions | wc -l)" "${config#*_}"
done
# positions in a chain of 75 do not fit a word: only their number is looked at
run "$TRELLIS" chain_75 > /dev/null
report "nodes of chain_75" "$(od -An -v -td4 -w4 "$temp/out" | wc -l)" 76

once=$(run "$TRELLIS" btree_75)
for way in '--sync windows' '--sync lockstep' '--link-events byte' '--sync lockstep --link-events byte' \
	'--engine eager' '--engine interpreter --slices 11' \
	'--slices 1' '--slices 2' '--slices 3' '--slices 4' '--slices 5' '--slices 6 --sync lockstep' \
	'--slices 7 --link-events byte' '--slices 8' '--slices 9' \
	"--snapshot $temp/snap@1ms" "--snapshot $temp/snap@20ms" "--snapshot $temp/snap@43ms"; do
	report "btree_75 with ${way//$temp\//}" "$(run "$TRELLIS" btree_75 $way)" "$once"
done
for way in '--sync windows' '--sync lockstep' '--slices 10' '--link-events byte'; do
	report "btree_75 from a snapshot, $way" \
		"$("$TRELLIS" boot --raw --hash --topo $topo --restore "$temp/snap" $way \
			< /dev/null 2>&1 > "$temp/out" | grep -E '^(fingerprint|state)')" "$once"
done
report 'btree_75 with sanitizers' "$(run "$SANITIZED" btree_75)" "$once"
report 'btree_75 with a seed, both ways to synchronise' "$(run "$TRELLIS" btree_75 --seed 7)" \
	"$(run "$TRELLIS" btree_75 --seed 7 --sync lockstep)"
report 'a seed makes a difference' "$([ "$(run "$TRELLIS" btree_75 --seed 7)" != "$once" ] && echo differs)" differs
