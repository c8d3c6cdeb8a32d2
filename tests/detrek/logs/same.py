#!/usr/bin/env python3
"""same.py WHY FLOWBACK: checks that two answers in JSON are the same graph; prints the first
difference, or "same, N statements".

Three differences do not count: numbers of processes; counts of instructions; and the origin of
values that no logged process has made, because a log begins when the program has been loaded, while
a recording shows how it was loaded."""
import json
import sys

LEAVES = {"input", "initial", "message", "fault", "uninitialised"}


def read(name):
	graph = json.load(open(name))
	nodes = {n["id"]: n for n in graph["nodes"]}
	for n in nodes.values():
		n["causes"] = []
	for e in graph["edges"]:
		nodes[e["effect"]]["causes"].append((e, nodes[e["cause"]]))
	return nodes[graph["first"]]


def is_leaf(n):
	return not n["file"] or n["program"] == "kernel" or (n["kind"] in LEAVES and not n["causes"])


def look(n):
	name = "a pointer" if n["name"].startswith("*0x") else n["name"]
	return (n["kind"], n["node"], n["time"], n["file"], n["line"], n["function"], name, n["value"])


def lost(n):
	"""The variables whose messages `why` does not follow, because they were sent and received in different parts."""
	return {e["name"] for e, c in n["causes"] if is_leaf(c) and c["kind"] == "message"}


def causes(n, without):
	kept = [(e["kind"], e["name"], look(c), c) for e, c in n["causes"] if not is_leaf(c) and e["name"] not in without]
	return sorted(kept, key=lambda x: repr(x[:3]))


def compare(a, b):
	todo, seen = [(a, b)], set()
	while todo:
		x, y = todo.pop()
		if (x["id"], y["id"]) in seen:
			continue
		seen.add((x["id"], y["id"]))
		if look(x) != look(y):
			return f"{look(x)}\n{look(y)}"
		left, right = (causes(n, lost(x)) for n in (x, y))
		if [c[:3] for c in left] != [c[:3] for c in right]:
			return f"{look(x)}: causes\n" + "\n".join(str([c[:3] for c in s]) for s in (left, right))
		todo += [(l[3], r[3]) for l, r in zip(left, right)]
	return f"same, {len(seen)} statements"


print(compare(read(sys.argv[1]), read(sys.argv[2])))
