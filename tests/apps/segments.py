#!/usr/bin/env python3
"""segments.py TRELLIS RECORDING NODES DESCRIPTION: checks, from outside, how much processor time
each compute segment of the simulated application takes.

The debugger tells when compute_fn begins and when it has returned. The machine's trace tells which
process the processor runs in between. DESCRIPTION is the task description file. Each segment must
take the time that the description asks for, within 1 % or 2 us, on the NODES that compute, each given with
its clock in MHz (n1=25). Exit status 1 if not.
"""
import bisect
import re
import subprocess
import sys

UNITS = {'s': 1e9, 'ms': 1e6, 'us': 1e3, 'ns': 1.0}
STACK = 4096  # bytes that a segment uses of its worker's
SWITCH = 14 + 17  # cycles to pre-empt a process, and to resume it: the trace counts them for the process


def compute_tasks(functions):
    with open(functions) as f:
        return sorted({int(task) for _, _, kind, function, task, _ in map(str.split, f) if (kind, function) == ('start', '4')})


def wanted(name):
    """task -> us"""
    with open(name) as f:
        rows = [[int(word) for word in line.split()] for line in f if line.strip() and line[0] != '#']
    firsts = [row[0] for row in rows]
    return lambda task: rows[bisect.bisect(firsts, task) - 1][4]


def runs(trellis, recording):
    """node -> (ns, Wdesc or None), whenever its processor takes up another process"""
    text = subprocess.run([trellis, 'export', 'text', recording], capture_output=True, text=True, check=True).stdout
    found = {}
    for words in map(str.split, text.split('\n')):
        if len(words) > 2 and words[1] in ('run', 'idle', 'stop'):
            found.setdefault(words[2], []).append((float(words[0]), int(words[3], 16) if words[1] == 'run' else None))
    return found


def segments(trellis, recording, tasks):
    """Of each task: its node, when its segment begins and when it has returned, ns."""
    commands = ''.join('goto task %d compute begins\nfinish\ninfo place\n' % task for task in tasks)
    said = subprocess.run([trellis, 'debug', recording], input=commands, capture_output=True, text=True).stdout
    begins = re.findall(r'compute begins\n([0-9.]+)(\w+), node (\S+) ', said)
    ends = re.findall(r'info place\n([0-9.]+)(\w+)', said)
    if not len(begins) == len(ends) == len(tasks):
        sys.exit(said)
    for (begin, unit, node), (end, unit2) in zip(begins, ends):
        yield node, float(begin) * UNITS[unit], float(end) * UNITS[unit2]


def processor_time(changes, clock, begin, end):
    """us of the process of low priority that runs at the begin, and of those on its stack; clock in MHz."""
    first = bisect.bisect(changes, (begin, 1 << 33)) - 1
    # at the begin the worker, which has low priority, may just have been interrupted
    worker = next(process for _, process in reversed(changes[:first + 1]) if process is not None and process & 1)
    sum, before = 0, changes[first][1] == worker
    for i in range(first, len(changes)):
        at, process = changes[i]
        if at >= end:
            break
        until = changes[i + 1][0] if i + 1 < len(changes) else end
        own = process is not None and 0 <= worker - (process & ~3) < STACK
        if own:
            sum += min(until, end) - max(at, begin)
        elif before:
            sum -= SWITCH * 1000 / clock
        before = own
    return sum / 1000


def main():
    trellis, recording, functions, nodes, description = sys.argv[1:]
    of, changes, computing, wrong = wanted(description), runs(trellis, recording), set(), 0
    clock = {node: float(mhz) for node, mhz in (word.split('=') for word in nodes.split())}
    tasks = compute_tasks(functions)
    for task, (node, begin, end) in zip(tasks, segments(trellis, recording, tasks)):
        us = processor_time(changes[node], clock[node], begin, end)
        computing.add(node)
        off = us / of(task) - 1
        wrong += abs(us - of(task)) > max(.01 * of(task), 2)
        print('task %d on %s: %d us asked for, %.2f taken, %+.2f %%, %.2f by the clock' % (
            task, node, of(task), us, 100 * off, (end - begin) / 1000))
    print('computed on %s' % ' '.join(sorted(computing)))
    return 1 if wrong or sorted(computing) != sorted(clock) else 0


sys.exit(main())
