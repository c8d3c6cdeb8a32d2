#!/bin/bash
# trellis units: the graphs of example 000, JSON, DOT, mistakes.
data=tests/detrek/data/000
. tests/tap.sh

units() {
	"$TRELLIS" units "$@"
}

# mistake NAME REASON TEXT: the graph is refused with just this line
mistake() {
	printf "$3" >"$tmp/bad.ssg"
	expect "$1" 2 units "$tmp/bad.ssg" <<<"$tmp/bad.ssg:$2"
}

for f in $data/*.ssg; do
	expect "$f" 0 units "$f" < <(grep -v '^#' "${f%.ssg}.expected")
	units --json "$f" | python3 -c "import json, sys
for u in json.load(sys.stdin)['units']:
	print('unit', u['node'], '{' + ' '.join(u['edges']) + '}')" |
		diff <(grep -v '^#' "${f%.ssg}.expected") - >"$tmp/diff"
	result $? "$f as JSON"
done

units --dot="$tmp/dot" $data/foo3.ssg >"$tmp/out"
grep '"j1" -> "EXIT"' "$tmp/dot" | diff <(echo '"j1" -> "EXIT" [label="ENTRY,op1,op2"]') - >"$tmp/diff"
result $? "DOT: e9 is in all three units"

mistake "no line" "1: unknown keyword 'knot' (node, edge)" 'knot a entry\n'
mistake "no kind" "1: unknown kind of node 'loop' (entry, exit, branch, sync, call)" 'node a loop\n'
mistake "short node" "1: 2 words; a node is: node <name> <kind>" 'node a\n'
mistake "node twice" "2: node a already exists" 'node a entry\nnode a exit\n'
mistake "two entries" "2: a is the entry; there is only one" 'node a entry\nnode b entry\n'
mistake "short edge" "2: 3 words; an edge is: edge <name> <from> <to>" 'node a entry\nedge e a\n'
mistake "no node" "2: unknown node b; declare nodes before their edges" 'node a entry\nedge e a b\n'
mistake "edge twice" "4: edge e already exists" \
	'node a entry\nnode b exit\nedge e a b\nedge e a b\n'
mistake "out of an exit" "3: an edge out of b, an exit" 'node a entry\nnode b exit\nedge e b a\n'
mistake "into the entry" "3: an edge into a, the entry" 'node a entry\nnode b call\nedge e b a\n'
mistake "no text" "1: unexpected byte 0xC3: the format is printable ASCII" 'node \303\244 entry\n'
printf 'node a exit\n' >"$tmp/bad.ssg"
expect "no entry" 2 units "$tmp/bad.ssg" <<<"$tmp/bad.ssg: no entry; one node has the kind entry"
expect "no graph" 2 units <<<"trellis: units: expected one FILE; see 'trellis units --help'"
units --help >"$tmp/out" && grep -q '^usage: trellis units' "$tmp/out"
result $? "help"
echo "1..$n"
