#!/usr/bin/env python3
"""tolerant.py TRELLIS FIRST LAST [APPLICATION...]: runs with fault_tolerance and one to four random faults.

Case number N chooses an application, a machine of 6 to 75 nodes, a tree, and faults: crash and halt of nodes, cut links,
lost bytes, slow nodes, at random times during the run. The output must be that of the same functions on the host if a
node is left that node 0 can reach; otherwise the run must say that tasks were not computed, and how many. A model of the
machine as a graph, which knows nothing of TrEK, says which nodes can be reached. Everything follows from the number.

Prints a line for each case that is wrong, and a count; exit status 1 if there is any.
"""
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

# application: arguments
APPLICATIONS = {
    'mandel/mandel': ['64', '48', '100', '8'],
    'ray/ray': ['48', '36', '6'],
    'group/group': [],
    'simulated/farm': [],
    'simulated/simulated': [],
    'msort/msort': [],
    'quad/quad': ['8', 'exact'],
    'queens/queens': ['8'],
}
TREES = ['chain', 'btree', 'ttree']
FIT = [6, 9, 13, 16, 24, 40, 75]
# machines with more links than a tree, and their nodes
MACHINES = {'cube8': 8, 'mesh16': 16, 'ring16': 16}
SLOWEST = 40  # percent; a slower node may count as lost, or not


def fit_edges(tree, n):
    """The links of a machine that is made to fit, as (node, link, node, link)."""
    used = collections.Counter()
    edges = []
    for i in range(1, n):
        if i == 1 or tree == 'chain':
            up = i - 1
        else:
            up = i // 2 if tree == 'btree' else (i + 1) // 3
        used[up] += 1
        edges.append((up, used[up], i, 0))
    return edges


def file_edges(trellis, machine, copy):
    """The links of a topology file; the copy has nodes with memory enough for all applications."""
    said = subprocess.run([trellis, 'topo', '--text', 'programs/%s.topo' % machine], capture_output=True, text=True,
                          check=True).stdout
    with open(copy, 'w') as f:
        f.write(re.sub(r'mem=\w+', 'mem=4M', said))
    return [tuple(map(int, m)) for m in re.findall(r'^wire n(\d+)\.(\d) n(\d+)\.(\d)$', said, re.M)]


def left(n, edges, dead, cut):
    """How many nodes node 0 can still reach."""
    seen, todo = {0}, [0]
    while todo:
        at = todo.pop()
        for a, la, b, lb in edges:
            if (a, la) in cut or (b, lb) in cut or a in dead or b in dead:
                continue
            for x, y in ((a, b), (b, a)):
                if x == at and y not in seen:
                    seen.add(y)
                    todo.append(y)
    return len(seen) - 1


class Campaign:
    def __init__(self, trellis, tmp):
        self.trellis, self.tmp = trellis, tmp
        self.native, self.time = {}, {}
        self.whole = 0  # cases with the output of the host

    def prepare(self, app):
        """A copy of the application with fault_tolerance, and its output on the host."""
        folder, name = app.split('/')
        home = os.path.join(self.tmp, name)
        vms = os.path.join(home, name + '.vms')
        if app in self.native:
            return vms
        shutil.copytree(os.path.join('programs', folder), home)
        with open(vms) as f:
            text = f.read()
        with open(vms, 'w') as f:
            f.write(re.sub(r'(type = \w+;)', r'\1\n  fault_tolerance = on;', text))
        run = self.run(vms, APPLICATIONS[app], ['--native'])
        if run.returncode:
            raise SystemExit('%s on the host: %s' % (app, run.stdout))
        self.native[app] = self.output(vms)
        return vms

    def run(self, vms, arguments, options):
        out = vms + '.out'
        if os.path.exists(out):
            os.unlink(out)
        # standard error of the nodes is on standard output
        return subprocess.run([self.trellis, 'run', '--build', vms + '.build', '-o', out, '--patience', '20s']
                              + options + [vms] + (['--'] + arguments if arguments else []),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3000)

    @staticmethod
    def output(vms):
        try:
            with open(vms + '.out', 'rb') as f:
                return f.read()
        except FileNotFoundError:
            return b''

    def case(self, number, apps):
        """None, or what is wrong."""
        r = random.Random(number)
        app = apps[number % len(apps)]
        vms = self.prepare(app)
        if r.random() < 0.5:
            tree, n = r.choice(TREES), r.choice(FIT)
            edges, machine = fit_edges(tree, n), ['-n', str(n), '-T', tree]
        else:
            name = r.choice(list(MACHINES))
            tree, n = r.choice(TREES + ['boot']), MACHINES[name]
            topo = os.path.join(self.tmp, name + '.topo')
            edges = file_edges(self.trellis, name, topo)
            machine = ['-n', str(n), '-T', tree, '--topo', topo]
        key = app, tuple(machine)
        if key not in self.time:
            whole = self.run(vms, APPLICATIONS[app], machine)
            if whole.returncode or self.output(vms) != self.native[app]:
                return 'without faults: exit %d' % whole.returncode, [app] + machine + [whole.stdout]
            self.time[key] = int(re.search(r'Execution time = (\d+)', whole.stdout).group(1))
        faults, dead, cut, slow = self.faults(r, n, edges, self.time[key])
        options = machine + [x for f in faults for x in ('--fault', f)]
        run = self.run(vms, APPLICATIONS[app], options)
        self.whole += run.returncode == 0
        wrong = self.judge(run, self.output(vms), self.native[app], n, edges, dead, cut, slow)
        return (wrong, [app] + options + [run.stdout]) if wrong else None

    @staticmethod
    def faults(r, n, edges, time):
        faults, dead, cut, slow = [], set(), set(), set()
        for _ in range(r.randint(1, 4)):
            node = r.randrange(1, n) if r.random() < 0.97 else 0
            a, la, b, lb = r.choice(edges)
            at = 'at +%dus' % r.randrange(int(time * 1.2) + 1)
            kind = r.choice(['crash', 'halt', 'cut', 'lose', 'slow'])
            if kind in ('crash', 'halt'):
                dead.add(node)
                faults.append('%s n%d %s' % (kind, node, at))
            elif kind == 'slow':
                percent = r.randint(1, 90)
                if percent < SLOWEST:
                    slow.add(node)
                faults.append('slow n%d %d%% %s' % (node, percent, at))
            else:
                cut.add((a, la))
                faults.append('%s n%d.%d %s' % (kind, a, la, at))
        return faults, dead, cut, slow

    @staticmethod
    def judge(run, output, native, n, edges, dead, cut, slow):
        said = run.stdout
        if run.returncode == 0:
            if output != native:
                return 'the output differs'
            return None
        if 0 in dead:
            return None if 'node n0 crashed' in said or 'node n0 halted' in said else 'node 0 stopped, but this is not said'
        if 0 in slow:
            return None
        if left(n, edges, dead | slow, cut) > 0:
            return 'a node is left, but the run failed'
        lost = re.search(r'^trek: (\d+) tasks? .* not computed: no node is left', said, re.M)
        return None if lost and int(lost.group(1)) > 0 else 'no node is left, but this is not said'


def main():
    trellis, first, last = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    apps = sys.argv[4:] or list(APPLICATIONS)
    tmp = tempfile.mkdtemp()
    wrong = 0
    try:
        c = Campaign(trellis, tmp)
        for number in range(first, last + 1):
            try:
                said = c.case(number, apps)
            except subprocess.TimeoutExpired:
                said = 'the run does not end', []
            if said:
                wrong += 1
                print('case %d: %s' % (number, said[0]), *said[1], sep='\n  ', flush=True)
    finally:
        shutil.rmtree(tmp)
    print('%d cases, %d with the output of the host, %d wrong' % (last - first + 1, c.whole, wrong))
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main()
