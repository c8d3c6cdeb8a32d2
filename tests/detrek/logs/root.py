#!/usr/bin/env python3
"""root.py WHY FLOWBACK NODE FILE: two answers in JSON have the same graph within a file's statements on a node.

FLOWBACK is the answer from the log of a function that TrEK calls, WHY that from a recording of the run. The log ends where
TrEK has passed something, it does not know what TrEK itself keeps (`node`), and its clock is coarse. So only those
statements count that are reached without others, with their values and how they depend on each other. Prints the first
difference, or "same, N statements, M edges"."""
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
