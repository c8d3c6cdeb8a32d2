#!/usr/bin/env python3
"""every_crash.py TRELLIS NODES WORD...: for each of these nodes, stop it after each message over each of its links, run by
run (`trellis run WORD...`), until there is no such message; as JSON, how many of these runs ended with which status, and
how many of those with another output than the run without faults. A second opinion on `trellis swarm 'crash ...'`, which
counts messages in a recording."""
import collections, json, re, subprocess, sys

trellis, nodes, words = sys.argv[1], sys.argv[2].split(','), sys.argv[3:]


def picoseconds(text):
	number, unit = re.fullmatch(r'([0-9.]+)(s|ms|us|ns|ps)', text).groups()
	whole, _, part = number.partition('.')
	digits = {'s': 12, 'ms': 9, 'us': 6, 'ns': 3, 'ps': 0}[unit]
	return int(whole + part.ljust(digits, '0')[:digits])


def run(fault):
	"""the run's status and output, and when the fault has acted; None: it has not"""
	p = subprocess.run([trellis, 'run', '--record', 'none', *(['--fault', fault] if fault else []), *words],
		stdin=subprocess.DEVNULL, capture_output=True)
	at = re.search(r"^fault '.*': at ([^,]*),", p.stderr.decode(), re.M)
	return p.returncode, p.stdout, picoseconds(at[1]) if at else None


well = run(None)
found = {}
for node in nodes:
	ends = collections.Counter()

	def count(status, output):
		ends['%d%s' % (status, '' if status or output == well[1] else ' other')] += 1

	status, output, begin = run('crash %s at +0ns' % node)
	count(status, output)
	for link in range(4):
		for way in 'sent', 'received':
			k = 1
			while True:
				status, output, at = run('crash %s at %s %d of %s.%d' % (node, way, k, node, link))
				if at is None:
					break
				if at > begin:
					count(status, output)
				k += 1
	found['n' + node] = dict(ends)
print(json.dumps(found, sort_keys=True))
