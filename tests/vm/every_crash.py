#!/usr/bin/env python3
"""every_crash.py TRELLIS NODES WORD...: stops each of these nodes after each message over each of
its links, in a run (`trellis run WORD...`) for each message, until there is no such message. Prints
as JSON how many of these runs ended with which status, and how many of those had another output
than the run without faults.

With TRELLIS --pairs NODES WORD..., the same for each two of these nodes: the second one stops after
each of its messages in the run in which the first one stops. This is a second opinion on `trellis
swarm 'crash ...'`, which counts messages in a recording."""
import collections, json, re, subprocess, sys

trellis = sys.argv[1]
pairs = sys.argv[2] == '--pairs'
nodes, words = sys.argv[2 + pairs].split(','), sys.argv[3 + pairs:]


def picoseconds(text):
	number, unit = re.fullmatch(r'([0-9.]+)(s|ms|us|ns|ps)', text).groups()
	whole, _, part = number.partition('.')
	digits = {'s': 12, 'ms': 9, 'us': 6, 'ns': 3, 'ps': 0}[unit]
	return int(whole + part.ljust(digits, '0')[:digits])


def run(*faults):
	"""the run's status and output, and when each fault has acted; None: it has not"""
	p = subprocess.run([trellis, 'run', '--record', 'none', *sum((['--fault', f] for f in faults), []), *words],
		stdin=subprocess.DEVNULL, capture_output=True)
	at = dict(re.findall(r"^fault '(.*)': at ([^,]*),", p.stderr.decode(), re.M))
	return p.returncode, p.stdout, [picoseconds(at[f]) if f in at else None for f in faults]


well = run()
begin = run('crash %s at +0ns' % nodes[0])[2][0]


def end_name(status, output):
	return '%d%s' % (status, '' if status or output == well[1] else ' other')


times = collections.defaultdict(list)  # when a crash after each message over a link acts, without another one


def every_crash(node, *before, since=0):
	"""each run in which the node stops, after these crashes: its fault, how the run ends, and when each has acted; not
	all of those in which it stops before the time `since`, until which the run is the one without crashes"""
	fault = 'crash %s at +0ns' % node
	status, output, at = run(*before, fault)
	yield fault, end_name(status, output), at
	for link in range(4):
		for way in 'sent', 'received':
			k = 1 + sum(at < since for at in times[node, link, way])
			while True:
				fault = 'crash %s at %s %d of %s.%d' % (node, way, k, node, link)
				status, output, at = run(*before, fault)
				if at[-1] is None:
					break
				if not before:
					times[node, link, way].append(at[-1])
				if at[-1] > begin:
					yield fault, end_name(status, output), at
				k += 1


found = collections.defaultdict(collections.Counter)
single = {node: list(every_crash(node)) for node in nodes}
for node in nodes:
	for fault, end, (first,) in single[node]:
		if not pairs:
			found['n' + node][end] += 1
			continue
		for other in nodes:
			if other == node:
				continue
			for _, end, at in every_crash(other, fault, since=first):
				if at[0] is not None and (at[1], int(other)) > (at[0], int(node)):
					found[','.join(sorted(['n' + node, 'n' + other]))][end] += 1
print(json.dumps({name: dict(c) for name, c in found.items()}, sort_keys=True))
