"""
peers.py - an experiment for mutants.py: do other values of the same run show which cause is wrong?

The peers of a byte of the output are bytes of other lines and words, or of other pixels, that the
same statement has written. A statement that has had the same value for most of them, or has decided
the same, is put behind those that had another one (a spectrum of statements, as Tarantula of Jones,
Harrold and Stasko, 2002, takes one from tests that passed and failed; here it is not known which of
the peers are right). Statements of the application come before others, values before conditions;
each line counts once. The figures are in docs/flowback.md.
"""
import os, re

PEERS = 3  # at most
TRIED = 8  # bytes of the output that are looked at for them
POOL = 60  # nodes of each graph that are compared


def pixels(output, at):
	"""The same byte of other pixels: the next one, the one below, and distant ones."""
	header = re.match(rb"P6\s+(\d+)\s+(\d+)\s+\d+\s", output)
	first, row = header.end(), 3 * int(header.group(1))
	count = (len(output) - first) // 3
	steps = [3, row] + [3 * (i * count * 5 // 13) for i in range(1, TRIED)]
	return [first + (at - first + step) % (3 * count) for step in steps]


def words(output, at):
	"""The same column of words in the nearest lines, then the other words with digits of the line."""
	lines = output.split(b"\n")
	starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines))]
	here = output.count(b"\n", 0, at)
	column = at - starts[here]
	near = sorted((i for i in range(len(lines)) if i != here), key=lambda i: abs(i - here))
	found = [starts[i] + column for i in near if lines[i][column:column + 1].strip()]
	return found + [starts[here] + m.start() for m in re.finditer(rb"\S*\d\S*", lines[here])
		if not m.start() <= column < m.end()]


def places(output, at):
	"""Offsets in the output of what may be the peers of a byte."""
	found = pixels(output, at) if re.match(rb"P6\s", output) else words(output, at)
	return [p for p in dict.fromkeys(found) if p != at][:TRIED]


def line_of(node):
	return node["file"], node["line"], node.get("call", {}).get("line")


def writer(graph):
	"""The line of the nearest statement, which has written the output."""
	return next((line_of(n) for n in graph["nodes"] if n["line"]), None)


def statement(node):
	return line_of(node), node["kind"]


def has_same(graph, node):
	"""The statement has given the same value in the graph, or decided the same."""
	return any(statement(n) == statement(node) and n["value"] == node["value"]
		for n in graph["nodes"])


def find(ask, output, at, graph):
	"""The graphs of the peers. ask: returns that of an offset, or a text if there is none."""
	found = []
	for place in places(output, at):
		other = ask(place, POOL)
		if not isinstance(other, str) and writer(other) == writer(graph):
			found.append(other)
		if len(found) == PEERS:
			break
	return found


def listed(graph, peers, files):
	"""
	Lists of nodes, one for each line, in the order in which they would be shown. files: names of
	the application's.
	"""
	def order(item):
		place, node = item
		own = node["line"] > 0 and os.path.basename(node["file"]) in files
		same = sum(has_same(p, node) for p in peers)
		return not own, 2 * same > len(peers), node["kind"] not in ("assignment", "call"), place
	nodes = sorted(enumerate(graph["nodes"][:POOL]), key=order)
	groups = {}
	for place, node in nodes + list(enumerate(graph["nodes"]))[POOL:]:
		groups.setdefault(line_of(node) if node["line"] else place, []).append(node)
	return list(groups.values())
