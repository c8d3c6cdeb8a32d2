#!/usr/bin/env python3
"""equal.py SYMBOLS SOURCE INSIDE OUTSIDE: checks that two logs of one process in one run have the
same e-blocks and values.

SYMBOLS is the output of `trellis symbols`. INSIDE and OUTSIDE are outputs of `trellis flowback
--intervals`: for the log that the program has written itself, and for the log that the machine has
made. The program's log has all that an e-block may use or change. The machine's log has what the
e-block has used and changed, also by writing the program's log. So a value that both logs have must
be the same, and a variable of SOURCE in a postlog of the machine must be in the program's postlog.
Functions that are an e-block in only one of the logs are left out. Prints the first difference, or
the number of intervals and of values that were compared."""
import re
import sys

RECORD = re.compile(r"(prelog|postlog) \d+ (\S+) ?(.*)")
WORD = re.compile(r" (?=[A-Za-z_%][^ =]*=)")


def variables(symbols, source):
	names = set()
	for line in open(symbols):
		text, _, place = line.rstrip("\n").rpartition("\t")
		name = re.search(r"(\w+)(\[[^ ]*\])*$", text)
		if re.fullmatch(rf".*{re.escape(source)}:\d+", place) and name:
			names.add(name[1])
	return names


def records(name):
	"""Without the outermost interval, which has no e-block, and calls of the library."""
	found = []
	for line in open(name):
		m = RECORD.match(line.rstrip("\n"))
		if m and m[2] != "the" and m[2] != "process_stop":
			words = {}
			for word in WORD.split(m[3]):
				if "=" in word: # variables of several functions may have one name
					words.setdefault(word.split("=")[0], set()).add(word.split("=", 1)[1])
			found.append((m[1], m[2], words))
	return found


def without_cycles(log):
	"""The e-blocks that the same function has called, also by way of others, are one e-block."""
	kept, opened = [], []
	for r in log:
		if r[0] == "postlog":
			opened.pop()
		if r[1] not in opened:
			kept.append(r)
		if r[0] == "prelog":
			opened.append(r[1])
	return kept


def compare(own, inside, outside):
	common = {r[1] for r in inside} & {r[1] for r in outside}
	inside, outside = (without_cycles(r for r in log if r[1] in common) for log in (inside, outside))
	values = 0
	for i, o in zip(inside, outside):
		if i[:2] != o[:2]:
			return f"{i[0]} {i[1]} is {o[0]} {o[1]} in the machine's log"
		for name, found in o[2].items():
			if name in i[2] and not found <= i[2][name]:
				return f"{o[0]} {o[1]}: {name}={found}, in the program's log {i[2][name]}"
			is_own = name == "%0" or re.split(r"[.\[]", name)[0] in own
			if name not in i[2] and o[0] == "postlog" and is_own:
				return f"{o[0]} {o[1]}: {name}={found} is not in the program's log"
			values += name in i[2]
	if len(inside) != len(outside):
		return f"{len(inside)} records, {len(outside)} in the machine's log"
	return f"the same {len(inside) // 2} e-blocks, {values} values"


print(compare(variables(sys.argv[1], sys.argv[2]), records(sys.argv[3]), records(sys.argv[4])))
