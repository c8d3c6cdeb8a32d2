#!/bin/bash
# The experiment of peers.py: where it looks for values to compare with, and how it orders statements.
. tests/tap.sh

# ask EXPRESSION: its value, with what peers.py has, and a node of line L with value V: node(L, V).
ask() {
	PYTHONPATH=tests/detrek/flowback PYTHONDONTWRITEBYTECODE=1 python3 -c 'import sys
from peers import *

def node(line, value="", kind="assignment", file="own.c"):
	return {"file": file, "line": line, "value": value, "kind": kind}

def graph(*nodes):
	return {"nodes": list(nodes)}

def lines(groups):
	return [group[0]["line"] for group in groups]

print(eval(sys.argv[1]))' "$1" 2>&1
}

is "the same column of other lines, the nearest first, then other words of the line" \
	"$(ask 'places(b"a 1 2\nbb\nc 7 8\n\nd 3 9\n", 11)')" "[2, 18, 13]"
is "a byte of the next pixel, of the one below, and of distant ones" \
	"$(ask 'places(b"P6\n4 3\n255\n" + bytes(36), 11 + 1)[:3]')" "[15, 24, 39]"
is "pixels beyond the end are those from the beginning on" \
	"$(ask 'places(b"P6\n4 3\n255\n" + bytes(36), 11 + 35)[0]')" "13"
is "a peer is of the same statement, and at most three are taken" \
	"$(ask 'len(find(lambda at, most: graph(node(9 if at == 2 else 4)), b"1 2 3 4 5 6", 0, graph(node(4))))')" 3
is "a text instead of a graph is no peer" \
	"$(ask 'find(lambda at, most: "no such byte", b"1 2", 0, graph(node(4)))')" "[]"
is "what was the same for most peers comes behind, and conditions behind values" \
	"$(ask 'lines(listed(graph(node(1, "5"), node(2, "on", "predicate"), node(3, "7")),
		[graph(node(1, "5"), node(3, "8")), graph(node(1, "5"), node(3, "9"))], ["own.c"]))')" "[3, 2, 1]"
is "what was the same for half of the peers stays" \
	"$(ask 'lines(listed(graph(node(1, "5"), node(2)), [graph(node(1, "5")), graph()], ["own.c"]))')" "[1, 2]"
is "statements of libraries come last, and each line once" \
	"$(ask 'lines(listed(graph(node(8, file="lib.c"), node(1), node(2), node(1, "x")), [], ["own.c"]))')" "[1, 2, 8]"
echo "1..$n"
