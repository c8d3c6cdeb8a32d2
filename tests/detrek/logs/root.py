#!/usr/bin/env python3
"""root.py WHY FLOWBACK NODE FILE: checks that two answers in JSON have the same graph within the
statements of FILE on a node.

FLOWBACK is the answer from the log of a function that TrEK calls, WHY the answer from a recording
of the run. The answer from the log ends at values that TrEK has passed, it does not know what TrEK
itself keeps (`node`), and the log's clock is coarse. So a statement of FILE counts only if it is
reached from the question by statements of FILE alone. Compared are these statements with their
values, and the edges between them. Prints the first difference, or "same, N statements, M
edges"."""
import json
import sys


def read(name, node, file):
	graph = json.load(open(name))
	kept = {n["id"]: (n["kind"], n["line"], n["function"], n["name"], n["value"]) for n in graph["nodes"]
		if n["file"].endswith(file) and n["node"] == node and n["kind"] != "entry" and not n["name"].startswith("node.")}
	edges = {}
	for e in graph["edges"]:
		if e["effect"] in kept and e["cause"] in kept:
			edges.setdefault(e["effect"], []).append(e)
	reached, todo = set(), [graph["first"]]
	while todo:
		n = todo.pop()
		if n in kept and n not in reached:
			reached.add(n)
			todo += [e["cause"] for e in edges.get(n, [])]
	return {kept[n] for n in reached}, {(kept[n], e["kind"], e["name"], kept[e["cause"]]) for n in reached
		for e in edges.get(n, [])}


def compare(why, flowback, node, file):
	left, right = read(why, node, file), read(flowback, node, file)
	for l, r in zip(left, right):
		for x in sorted(l - r, key=repr):
			return f"only in the recording: {x}"
		for x in sorted(r - l, key=repr):
			return f"only in the log: {x}"
	return f"same, {len(left[0])} statements, {len(left[1])} edges"


print(compare(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
