#!/usr/bin/env python3
"""planted.py TRELLIS N [JOBS]: bugs planted in the applications of tests/vm/planted, and what detrek says of them.

Every second bug is a random mutation of a line (an operator, a number, a condition, a size, a missing statement); the
others are put in by hand: a crash, an endless loop, a wild store, a stack that overflows, a wrong size, an exit, in
any function, at its k-th turn or for one task or part. Each program is run as it is, watched from outside, and with
monitors on its nodes. A bug counts when its run does not end well; runs that end well with another answer are counted
apart, as messages tell nothing of them.

Of each of the N bugs detrek must print Failure, and name first what the machine itself reports (trellis run): the
function that stopped a node or process, or runs for ever, with its node, task and part; else the node that
stopped; else the receiver that left results. Exit status 1 if not. Everything follows from the numbers of the cases.
"""
import collections
import concurrent.futures
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile

APPS = ('primes', 'distance', 'knapsack')
SOURCES = os.path.join('tests', 'vm', 'planted')
WAYS = ('outside', '0,1,1')
PROCESS = {'compute_fn': 'comp_fn()', 'split_fn': 'split_fn()', 'join_fn': 'join_fn()', 'init_master': 'init_master()',
           'data_generator': 'data_generator()', 'result_receiver': 'result_receiver()'}
FILES = {'generate.c': 'data_generator', 'compute.c': 'compute_fn', 'split.c': 'split_fn', 'join.c': 'join_fn',
         'receive.c': 'result_receiver'}

# What trellis run reports of a function of the application's.
FUNCTION = r'(%s)\(\)(?:, task (\d+))?(?: part 0x([0-9a-f]+))?' % '|'.join(PROCESS)
STATE = re.compile(r'^node (\d+): %s (stopped the node|runs|was cut short)$' % FUNCTION, re.M)
HALTED = re.compile(r'^node (\d+): \S+ \(pid \d+\) stopped: %s: ' % FUNCTION, re.M)
STOPPED = re.compile(r'^node (\d+) (?!crashed by)\S.* \([0-9a-f]{8}, Iptr', re.M)
BROKEN = re.compile(r'^node (\d+): \S.* (?:stopped: |ended by exit)', re.M)
EXITED = re.compile(r'^trek: (\w+)\(\) ended its process by exit', re.M)
LEFT = re.compile(r'^trek: result_receiver\(\) took the results of', re.M)

MUTATIONS = (
    (r' < ', (' <= ', ' > ', ' != ')), (r' <= ', (' < ', ' > ')), (r' > ', (' <= ', ' < ')), (r' >= ', (' < ', ' == ')),
    (r' == ', (' != ', ' <= ')), (r' != ', (' == ',)), (r' \+ ', (' - ', ' * ')), (r' - ', (' + ',)),
    (r' \* (?=[\w(])', (' + ', ' / ')), (r' / ', (' * ',)), (r' % ', (' / ',)), (r'\+\+', ('--',)), (r' \+= ', (' = ', ' -= ')),
    (r'(?<![\w.])\d+(?!\w)', ('0', '1', '1000', '100000000', '0xFFFFFFF0u')),
    (r'(?<=, )sizeof \*?\w+', ('0', '1000', '100000000')),
    (r'total_tasks\(\)', ('(total_tasks() - 1)', '(total_tasks() + 1)', '5')),
    (r'split_degree\(\)', ('(split_degree() - 1)', '(split_degree() + 1)')),
    (r'nparts', ('(nparts - 1)', '(nparts + 1)')), (r'if \((.*)\)$', (r'if (!(\1))',)),
    (r'(?<=\t)(?!return|continue)[^\t;]*\((?:[^;]*);$', (';',)), (r'return;|continue;', ('break;', ';')),
)
PLANTED = {
    'crash': '*(volatile int *)8 = 1;',
    'endless loop': 'for (volatile int on = 1; on;);',
    'wild store': 'for (int w = 0; w < 256; w++) ((volatile int *)(0x80000000u + %d))[w] = 0x5A5A5A5A;',
    'stack': 'overflow(1);',
    'wrong size': 'put_result(overflow, 100000000);',
    'exit': 'exit(3);',
}
OVERFLOW = 'extern void exit(int);\nstatic int overflow(int n) { volatile int a[64]; a[n & 63] = n; return overflow(n + 1) + a[n & 63]; }\n'


class Bug:
    """One program with one bug: a folder with its sources."""

    def __init__(self, number):
        r = self.random = random.Random(number)
        self.number, self.app = number, APPS[number % len(APPS)]
        names = sorted(f for f in os.listdir(os.path.join(SOURCES, self.app)) if f in FILES)
        self.file = names[number // len(APPS) % len(names)]
        with open(os.path.join(SOURCES, self.app, self.file)) as f:
            self.lines = f.read().split('\n')
        self.kind = 'mutation' if r.random() < .5 else r.choice(sorted(PLANTED))
        (self.mutate if self.kind == 'mutation' else self.plant)()

    def bodies(self):
        """Numbers of the lines that lie in functions."""
        inside, found = False, []
        for i, line in enumerate(self.lines):
            if line == '{':
                inside = True
            elif line == '}':
                inside = False
            elif inside:
                found.append(i)
        return found

    def mutate(self):
        choices = [(i, m.span(), m.expand(new)) for i in self.bodies() for old, news in MUTATIONS
                   for m in re.finditer(old, self.lines[i]) for new in news]
        i, (start, end), new = self.random.choice(choices)
        self.lines[i] = self.lines[i][:start] + new + self.lines[i][end:]
        self.what = '%s:%d: %s' % (self.file, i + 1, self.lines[i].strip())

    def condition(self):
        if self.file in ('compute.c', 'split.c', 'join.c') and self.random.random() < .6:
            part = ' && task_part() == %d' % self.random.choice((0, 2, 4, 6)) if self.random.random() < .3 else ''
            return 'if (task_number() == %d%s) ' % (self.random.randrange(10), part)
        return 'static int turn; if (++turn == %d) ' % self.random.randint(1, 8)

    def plant(self):
        statements = [i for i in self.bodies() if re.match(r'\t[^\t]*(do_task|put_|printf|for|while|if|free|=)', self.lines[i])
                      and not re.match(r'\t\w+ (\w+ )?\*?\w+( =|;|,)|\tstatic|\tconst', self.lines[i])]
        i = self.random.choice(statements)
        text = PLANTED[self.kind]
        if '%d' in text:
            text %= 4 * self.random.randrange(1 << 16)
        if self.file == 'generate.c':
            text = text.replace('put_result', 'do_task')
        elif self.file == 'split.c':
            text = text.replace('put_result', 'put_part')
        self.lines[i] = '\t{ %s{ %s } }\n%s' % (self.condition(), text, self.lines[i])
        last = max(k for k, line in enumerate(self.lines) if line.startswith('#include'))
        self.lines[last] += '\n' + OVERFLOW
        self.what = '%s: %s' % (self.file, self.lines[i].split('\n')[0].strip())

    def write(self, folder):
        with open(os.path.join(folder, self.file), 'w') as f:
            f.write('\n'.join(self.lines))


class Truth:
    """What the machine reports of a run that did not end well."""

    def __init__(self, said):
        culprits, loops = set(), set()
        for node, function, task, part, state in STATE.findall(said):
            (loops if state == 'runs' else culprits).add(self.place(node, function, task, part))
        for node, function, task, part in HALTED.findall(said):
            culprits.add(self.place(node, function, task, part))
        for function in EXITED.findall(said):
            culprits.add(self.place('0', function, '', ''))
        self.functions = culprits or loops
        self.nodes = {int(n) for n in STOPPED.findall(said) + BROKEN.findall(said)}
        self.left = bool(LEFT.search(said))

    @staticmethod
    def place(node, function, task, part):
        """Functions of node 0 are known without a task."""
        return (int(task) if task else None, int(part or '0', 16), int(node), PROCESS[function])

    def bare_nodes(self):
        """Nodes that stopped, or whose process did, where the machine's memory no longer tells in what."""
        return self.nodes - {node for _, _, node, _ in self.functions}

    def names(self, row):
        at = (row['task'], int(row['subtask'], 2), row['node'], row['process'])
        return at in self.functions or (None, 0, *at[2:]) in self.functions

    def has_row(self, row):
        """A row of the table means the function, or that it joins the part's whole."""
        return any(row['node'] == node and process in row['process'].split('/') and task in (None, row['task'])
                   and (process == 'join_fn()' or part == int(row['subtask'], 2))
                   for task, part, node, process in self.functions)


class Run:
    """A run of a program in one way, and detrek's answer."""

    def __init__(self, trellis, app, folder, way):
        self.prefix = os.path.join(folder, 'x')
        done = subprocess.run(
            [trellis, 'run', '--patience', '2s', '--monitor=' + way, '--prefix', self.prefix, '--build',
             os.path.join(folder, way[0]), os.path.join(folder, app + '.vms')],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
        self.status, self.answer, self.said = done.returncode, done.stdout, done.stderr
        if self.status == 1:
            self.analyse(trellis)

    def analyse(self, trellis):
        self.truth = Truth(self.said + self.answer)
        done = subprocess.run([trellis, 'detrek', '--cause', '--json', '-p', self.prefix], capture_output=True, text=True)
        self.detrek = done.returncode
        if done.returncode not in (0, 1):
            self.failure = self.first = self.row = False
            self.report = done.stderr
            return
        self.report = json.loads(done.stdout)
        self.failure = self.report['verdict'] == 'Failure'
        self.first = self.names_first()
        self.row = any(self.truth.has_row(row) for row in self.report['errors'])

    def names_first(self):
        """The first cause is what the machine reports."""
        causes, rows, t = self.report['causes'], self.report['errors'], self.truth
        if causes and (t.names(causes[0]) or causes[0]['node'] in t.bare_nodes()):
            return True
        if t.functions or causes:
            return False
        if t.nodes:
            return bool(t.nodes & set(self.report['stopped']))
        return t.left and bool(rows) and rows[0]['process'] == 'result_receiver()'

    def __str__(self):
        r = self.report
        if isinstance(r, str):
            return 'detrek %d: %s' % (self.detrek, r.strip())
        return '%s; causes %s, stopped %s; the machine: %s, nodes %s, left %s' % (
            r['verdict'], [(c['task'], c['subtask'], c['node'], c['process']) for c in r['causes'][:3]], r['stopped'],
            sorted(self.truth.functions, key=str), sorted(self.truth.nodes), self.truth.left)


class Workshop:
    """Folders with the applications and what is compiled of them; only what a bug changes is compiled again."""

    def __init__(self, trellis, temp, number):
        self.trellis, self.folder, self.saved = trellis, os.path.join(temp, 'work%d' % number), os.path.join(temp, 'saved%d' % number)
        self.good = {}
        shutil.copytree(SOURCES, self.folder)
        for app in APPS:
            for way in WAYS:
                run = Run(trellis, app, os.path.join(self.folder, app), way)
                if run.status != 0:
                    sys.exit('%s without a bug: %s' % (app, run.said))
            self.good[app] = result(run)
        shutil.copytree(self.folder, self.saved)

    def try_bug(self, bug):
        """Its runs that did not end well: a list, or why it does not count."""
        folder = os.path.join(self.folder, bug.app)
        bug.write(folder)
        for way in WAYS:
            for name in (bug.file + '.o', 'master.elf', 'slave.elf'):
                os.remove(os.path.join(folder, way[0], name))
        try:
            return self.run_bug(bug, folder)
        finally:
            shutil.rmtree(folder)
            shutil.copytree(os.path.join(self.saved, bug.app), folder)

    def run_bug(self, bug, folder):
        runs = [Run(self.trellis, bug.app, folder, WAYS[0])]
        if runs[0].status == 0:
            return 'no effect' if result(runs[0]) == self.good[bug.app] else 'wrong answer'
        if runs[0].status != 1:
            return 'not compiled' if 'error:' in runs[0].said else runs[0].said
        runs.append(Run(self.trellis, bug.app, folder, WAYS[1]))
        return [r for r in runs if r.status == 1]


def result(run):
    """What the application printed itself."""
    return run.answer.split('Execution time')[0]


class Campaign:
    def __init__(self, trellis, jobs):
        self.jobs = jobs
        self.temp = tempfile.mkdtemp()
        self.free = queue.SimpleQueue()
        for i in range(jobs):
            self.free.put(Workshop(trellis, self.temp, i))

    def case(self, number):
        bug = Bug(number)
        workshop = self.free.get()
        try:
            return bug, workshop.try_bug(bug)
        finally:
            self.free.put(workshop)

    def cases(self, n):
        """The first n bugs that count, and how many did not, by why."""
        found, other, number = [], collections.Counter(), 0
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            while len(found) < n:
                count = max(self.jobs, min(2 * (n - len(found)), 60))
                for bug, runs in pool.map(self.case, range(number, number + count)):
                    if isinstance(runs, list):
                        found.append((bug, runs))
                    else:
                        other[runs] += 1
                number += count
                print("# %d of %d" % (len(found), number), file=sys.stderr, flush=True)
        return found[:n], other

    def end(self):
        shutil.rmtree(self.temp)


def count(runs, what):
    return '%d of %d' % (sum(getattr(r, what) for r in runs), len(runs))


def tell(name, cases):
    for k, way in enumerate(WAYS):
        runs = [runs[k] for _, runs in cases if len(runs) > k]
        print('| %s | %s | %d | %s | %s | %s |' % (name, way, len(runs), count(runs, 'failure'), count(runs, 'first'),
                                                  count(runs, 'row')))


def main():
    trellis, n = sys.argv[1], int(sys.argv[2])
    campaign = Campaign(trellis, int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count())
    try:
        cases, other = campaign.cases(n)
    finally:
        campaign.end()
    print('| bug | monitored | runs | Failure | first cause | a row |\n| --- | --- | --- | --- | --- | --- |')
    for kind in sorted({bug.kind for bug, _ in cases}):
        tell(kind, [c for c in cases if c[0].kind == kind])
    for function in sorted(set(FILES.values())):
        tell('in ' + function + '()', [c for c in cases if FILES[c[0].file] == function])
    tell('all', cases)
    print('not counted: %s' % ', '.join('%s %d' % (why, k) for why, k in sorted(other.items())))
    wrong = 0
    for bug, runs in cases:
        for r in runs:
            if not (r.failure and r.first):
                wrong += 1
                print('# %d %s, %s: %s: %s' % (bug.number, bug.app, WAYS[runs.index(r)], bug.what, r))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
