#!/usr/bin/env python3
"""suite.py TRELLIS [SEEDS [FILE.c...]]: compares four ways to find what is wrong with the programs
of the suite: a run and its races; runs with SEEDS other seeds; `races --predict` of the first run;
and `outcomes`.

Each program is made twice: with the mistake that its first comment describes, and mended. Prints a
line for each: the program, what is wrong with it, what each way has found, and the number of orders
that outcomes has run."""
import glob, os, re, subprocess, sys, tempfile

trellis = sys.argv[1]
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'suite')
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
os.environ['TRELLIS_RECORD'] = 'none'
tmp = tempfile.TemporaryDirectory()


def call(*words):
	p = subprocess.run([trellis, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
	return p.stdout + p.stderr


def found(text):
	"""which of race, deadlock and abort a run or a command has shown"""
	ways = {'race': r'^ *(predicted )?race on', 'deadlock': r'^(predicted )?deadlock\b', 'abort': 'stopped: abort|: aborted'}
	return {what for what, shown in ways.items() if re.search(shown, text, re.M)}


def run(elf, seed):
	record = os.path.join(tmp.name, 'run')
	return found(call('run', '--seed', str(seed), '--record', record, '-t', 'programs/single.topo', elf)) \
		| found(call('races', record)), record


def kept(command, *words):
	"""of a command that records runs in a directory, which then goes"""
	directory = os.path.join(tmp.name, 'kept')
	text = call(command, *words, '-o', directory) if command == 'races' else call(command, '-o', directory, *words)
	subprocess.run(['rm', '-rf', directory])
	return text


for file in sys.argv[3:] or sorted(glob.glob(here + '/*.c')):
	name = os.path.basename(file)[:-2]
	wrong = re.search(name + r'\.c - (\w+):', open(file).read())[1]
	for mended in False, True:
		elf = os.path.join(tmp.name, name + '.elf')
		subprocess.run([trellis, 'cc', '--kernel', '-g', '-O1', '-I', here, *(['-DMENDED'] if mended else []), '-o', elf, file], check=True)
		one, record = run(elf, 1)
		predicted = one | found(kept('races', '--predict', record))
		many = one.union(*(run(elf, seed)[0] for seed in range(2, seeds + 1)))
		text = kept('outcomes', '--races', elf)
		ways = [' '.join(sorted(way)) or '-' for way in (one, many, predicted, found(text))]
		print(name + (' mended' if mended else ''), '-' if mended else wrong, *ways, re.search('complete: ([0-9,]+) order', text)[1],
			sep='\t', flush=True)
