#!/usr/bin/env python3
"""planted.py TRELLIS N [JOBS [RESULTS]]: bugs planted in the applications of tests/vm/planted, and what detrek says of them.

Every second bug is a random mutation of a line (an operator, a number, a condition, a size, a missing statement); the
others are put in by hand: a crash, an endless loop, a wild store, a stack that overflows, a wrong size, an exit, in
any function, at its k-th turn or for one task or part. Each program is run as it is, watched from outside, and with
monitors on its nodes. A bug counts when its run does not end well; runs that end well with another answer are counted
apart, as messages tell nothing of them.

Of each of the N bugs detrek must print Failure, and name first what the machine itself reports (trellis run): the
function that stopped a node or process, or runs for ever, with its node, task and part; else the node that
stopped; else the receiver that left results; else, where all processes wait, the function in which the bug is. Of a
crash, an endless loop or an exit that was put in by hand this must also be the function, task and part in which it was
put. The table must have the row of that function wherever its messages are in the trace (Messages.allows). Exit status 1
if not. Everything follows from the numbers of the cases.

RESULTS is a file with a line for each bug that was tried. Bugs that stand there are not run again, so a campaign that was
ended goes on where it was; the file belongs to one build of TRELLIS.
"""
import collections
import concurrent.futures
import itertools
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
STATE = re.compile(r'^node n?(\d+): %s (stopped the node|runs|was cut short)$' % FUNCTION, re.M)
HALTED = re.compile(r'^node n?(\d+): \S+ \(pid \d+\) stopped: %s: ' % FUNCTION, re.M)
STOPPED = re.compile(r'^node n?(\d+) (?!crashed by)\S.* \([0-9a-f]{8}, Iptr', re.M)
BROKEN = re.compile(r'^node n?(\d+): \S.* (?:stopped: |ended by exit)', re.M)
EXITED = re.compile(r'^trek: (\w+)\(\) ended its process by exit', re.M)
LEFT = re.compile(r'^trek: result_receiver\(\) took the results of', re.M)
TAKEN = re.compile(r'^tasks: \d+ made, (\d+) finished, (\d+) taken$', re.M)

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
STRIKES_AT_ONCE = ('crash', 'endless loop', 'exit')  # before anything else can go wrong
STATEMENT = re.compile(r'(\t+)(?!return\b|static |const |\(void\)|for \(|while \(|if \(|\w+ \*?\w+( =|;|,|\[))(\S.*;)$')
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
        self.task = self.part = None  # at which alone it strikes
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

    def condition(self, depth):
        """When it strikes; a function of a task is entered for each, the others once: there only loops come again."""
        per_task = self.file in ('compute.c', 'split.c', 'join.c')
        if per_task and self.random.random() < .6:
            self.task = self.random.randrange(10)
            if self.app == 'distance' or self.random.random() > .3:  # its tasks have no parts
                return 'if (task_number() == %d) ' % self.task
            self.part = self.random.choice((0, 2, 4, 6))
            return 'if (task_number() == %d && task_part() == %d) ' % (self.task, self.part)
        most = 8 if per_task or depth > 1 else 1
        return 'static int turn; if (++turn == %d) ' % self.random.randint(1, most)

    def plant(self):
        i = self.random.choice([i for i in self.bodies() if STATEMENT.match(self.lines[i])])
        tabs, _, statement = STATEMENT.match(self.lines[i]).groups()
        text = PLANTED[self.kind]
        if '%d' in text:
            text %= 4 * self.random.randrange(1 << 16)
        if self.file == 'generate.c':
            text = text.replace('put_result', 'do_task')
        elif self.file == 'split.c':
            text = text.replace('put_result', 'put_part')
        self.lines[i] = '%s{ %s{ %s } %s }' % (tabs, self.condition(len(tabs)), text, statement)
        self.what = '%s:%d: %s' % (self.file, i + 1, self.lines[i].strip())
        last = max(k for k, line in enumerate(self.lines) if line.startswith('#include'))
        self.lines[last] += '\n' + OVERFLOW

    def is_at(self, cause):
        """A cause lies where the bug was put in; of one whose effects may come later, or elsewhere, that is not known."""
        if self.kind not in STRIKES_AT_ONCE:
            return True
        functions = {PROCESS[FILES[self.file]]} | ({'init_master()'} if self.file == 'generate.c' else set())
        return (cause['process'] in functions and self.task in (None, cause['task'])
                and self.part in (None, int(cause['subtask'], 2)))

    def write(self, folder):
        with open(os.path.join(folder, self.file), 'w') as f:
            f.write('\n'.join(self.lines))


class Truth:
    """What the machine reports of a run that did not end well."""

    def __init__(self, said):
        culprits, loops = set(), set()
        self.nodes = {int(n) for n in STOPPED.findall(said) + BROKEN.findall(said)}
        halted = {int(n) for n in STOPPED.findall(said)}
        for node, function, task, part, state in STATE.findall(said):
            # Lin 2.1: a fault is the transition that first causes an erroneous state. On a node that
            # halted, the processor made that transition in the function that 'stopped the node'; the
            # others waited and made none. Lin 6.1: errors after the first fatal one do not appear.
            if state == 'was cut short' and int(node) in halted:
                continue
            (loops if state == 'runs' else culprits).add(self.place(node, function, task, part))
        for node, function, task, part in HALTED.findall(said):
            culprits.add(self.place(node, function, task, part))
        for function in EXITED.findall(said):
            culprits.add(self.place('0', function, '', ''))
        self.functions = culprits or loops
        self.left = bool(LEFT.search(said)) or self.has_ended(said)

    @staticmethod
    def has_ended(said):
        """The receiver has ended, and results are left that it has not taken.

        That is Lin's own case (6.2): an untimely death of the receiving process, at whose end nothing is
        said; results that have come but are not taken are its only trace. A receiver that is
        still there, waiting or running, is in the machine's list of functions.
        """
        taken = TAKEN.search(said)
        return bool(taken) and int(taken[1]) > int(taken[2]) and ': result_receiver()' not in said

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


class Messages:
    """The messages of a trace, and which rows they allow: a model of Lin 4.3, written apart from detrek's."""

    def __init__(self, prefix):
        self.at = collections.defaultdict(list)  # node -> (kind, peer, task, part) in its order
        with open(prefix + '.spf') as f:
            nodes, tree, _, degree, _ = [int(word) for word in f.read().split()]
        self.parent = {n: 0 if n == 1 else (n + (tree == 3)) // tree if tree > 1 else n - 1 for n in range(1, nodes)}
        self.mask = (1 << (degree - 1).bit_length()) - 1  # of a part's index, at each level
        with open(prefix + '.tvm') as f:
            for line in f:
                _, node, kind, peer, task, part = line.split()
                self.at[int(node)].append((kind, int(peer), int(task), int(part, 16)))

    def level(self, node):
        return 0 if node == 0 else 1 + self.level(self.parent[node])

    def came(self, node, task, part):
        """All messages are there that brought the part to the node."""
        if node == 0:
            return True
        up = self.parent[node]
        index = self.mask << (self.mask.bit_length() * self.level(up)) if up != 0 else 0
        return (('send', node, task, part) in self.at[up] and ('recv', up, task, part) in self.at[node]
                and any(self.came(up, task, whole) for whole in {part, part & ~index}))

    def sent(self, node, task, part, peers):
        """Messages of the part or of its own parts that the node has sent to some of its neighbours."""
        index = self.mask << (self.mask.bit_length() * self.level(node))
        return [m for m in self.at[node] if m[0] == 'send' and m[1] in peers and m[2] == task
                and part in (m[3], m[3] & ~index)]

    def allows(self, task, part, node, process):
        """The row of a function of the user's follows from these messages."""
        if process not in ('comp_fn()', 'split_fn()', 'join_fn()') or node == 0 or not self.came(node, task, part):
            return False
        up = {self.parent[node]}
        down = {n for n in self.parent if self.parent[n] == node}
        if self.sent(node, task, part, up):
            return False
        sent = self.sent(node, task, part, down)
        if process == 'join_fn()':
            return bool(sent) and all(('recv', peer, t, p) in self.at[node] for _, peer, t, p in sent)
        waiting = [m for m in self.at[node] if m[0] == 'recv' and m[1] in up
                   and not self.sent(node, m[2], m[3], up | down)]
        return waiting[:1] == [('recv', self.parent[node], task, part)]


class Run:
    """A run of a program in one way, and detrek's answer."""

    def __init__(self, trellis, app, folder, way, bug=None):
        self.prefix = os.path.join(folder, 'x')
        self.bug = bug
        recording = self.prefix + '.rec'
        monitor = [] if way == 'outside' else ['--monitor=' + way]
        done = subprocess.run(
            [trellis, 'run', '--all', '--patience', '2s', *monitor, '--record', recording, '--build',
             os.path.join(folder, way[0]), os.path.join(folder, app + '.vms')],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
        subprocess.run([trellis, 'export', 'records', '-o', self.prefix, recording], capture_output=True)
        self.status, self.answer, self.said = done.returncode, done.stdout, done.stderr
        if self.status == 1:
            self.analyse(trellis)

    def analyse(self, trellis):
        self.truth = Truth(self.said + self.answer)
        done = subprocess.run([trellis, 'detrek', '--cause', '--json', '-p', self.prefix], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            self.failure = self.first = self.row = self.allowed = False
            self.text = 'detrek %d: %s' % (done.returncode, done.stderr.strip())
            return
        self.report = json.loads(done.stdout)
        self.failure = self.report['verdict'] == 'Failure'
        self.first = self.names_first()
        messages = Messages(self.prefix)
        self.allowed = any(task is not None and messages.allows(task, *place) for task, *place in self.truth.functions)
        self.row = any(self.truth.has_row(row) for row in self.report['errors'])
        self.text = self.describe()

    def names_first(self):
        """The first cause is what the machine reports, and lies where the bug was put in."""
        causes, t = self.report['causes'], self.truth
        if causes and (t.names(causes[0]) or causes[0]['node'] in t.bare_nodes()):
            return self.bug.is_at(causes[0])
        if t.functions or t.nodes:
            return not causes and not t.functions and bool(t.nodes & set(self.report['stopped']))
        if t.left:
            return bool(causes) and causes[0]['process'] == 'result_receiver()'
        # The machine reports only that all wait. That is a symptom and names no error (Lin 3.4.1: a
        # deadlock may be due to a message omitted or a process that died). The error is the bug.
        return bool(causes) and causes[0]['process'] == PROCESS[FILES[self.bug.file]] and self.bug.is_at(causes[0])

    def describe(self):
        r = self.report
        return '%s; causes %s, stopped %s; the machine: %s, nodes %s, left %s' % (
            r['verdict'], [(c['task'], c['subtask'], c['node'], c['process']) for c in r['causes'][:3]], r['stopped'],
            sorted(self.truth.functions, key=str), sorted(self.truth.nodes), self.truth.left)

    def result(self):
        """What is kept of a run that did not end well."""
        return {'failure': self.failure, 'first': self.first, 'allowed': self.allowed, 'row': self.row, 'text': self.text}


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
        """Its runs that did not end well, by way; or why it does not count."""
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
        runs = {}
        for way in WAYS:
            run = Run(self.trellis, bug.app, folder, way, bug)
            if run.status == 1:
                runs[way] = run.result()
            elif run.status == 2 and 'error:' in run.said:
                return 'not compiled'
            elif run.status != 0:
                runs[way] = {'failure': False, 'first': False, 'allowed': False, 'row': False,
                             'text': 'status %d: %s' % (run.status, run.said)}
            elif way == WAYS[0]:
                return 'no effect' if result(run) == self.good[bug.app] else 'wrong answer'
        return runs


def result(run):
    """What the application printed itself."""
    return run.answer.split('Execution time')[0]


def different_bugs():
    """Each bug once, whatever its number."""
    seen = set()
    for bug in map(Bug, itertools.count()):
        if (bug.app, bug.what) not in seen:
            seen.add((bug.app, bug.what))
            yield bug


class Campaign:
    def __init__(self, trellis, jobs, results):
        self.jobs = jobs
        self.known = {}  # number -> what try_bug returned
        self.results = results
        if results and os.path.exists(results):
            with open(results) as f:
                self.known = {case['number']: case['runs'] for case in map(json.loads, f)}
        self.temp = tempfile.mkdtemp()
        self.free = queue.SimpleQueue()
        for i in range(jobs):
            self.free.put(Workshop(trellis, self.temp, i))

    def case(self, bug):
        if bug.number not in self.known:
            workshop = self.free.get()
            try:
                self.keep(bug, workshop.try_bug(bug))
            finally:
                self.free.put(workshop)
        return bug, self.known[bug.number]

    def keep(self, bug, runs):
        self.known[bug.number] = runs
        if self.results:
            with open(self.results, 'a') as f:
                f.write(json.dumps({'number': bug.number, 'app': bug.app, 'what': bug.what, 'runs': runs}) + '\n')

    def cases(self, n):
        """The first n bugs that count, and how many before the last of them did not, by why."""
        found, other, bugs = [], collections.Counter(), different_bugs()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            while len(found) < n:
                count = max(self.jobs, min(2 * (n - len(found)), 60))
                for bug, runs in pool.map(self.case, itertools.islice(bugs, count)):
                    if len(found) < n and isinstance(runs, dict):
                        found.append((bug, runs))
                    elif len(found) < n:
                        other[runs] += 1
        return found, other

    def end(self):
        shutil.rmtree(self.temp)


def count(runs, what):
    return '%d of %d' % (sum(r[what] for r in runs), len(runs))


def tell(name, cases):
    for way in WAYS:
        runs = [runs[way] for _, runs in cases if way in runs]
        print('| %s | %s | %d | %s | %s | %s | %s |' % (
            name, way, len(runs), count(runs, 'failure'), count(runs, 'first'), count(runs, 'row'),
            count([r for r in runs if r['allowed']], 'row')))


def is_wrong(r):
    return not (r['failure'] and r['first']) or (r['allowed'] and not r['row'])


def main():
    trellis, n = sys.argv[1], int(sys.argv[2])
    campaign = Campaign(trellis, int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count(),
                        sys.argv[4] if len(sys.argv) > 4 else None)
    try:
        cases, other = campaign.cases(n)
    finally:
        campaign.end()
    print('| bug | monitored | runs | Failure | first cause | a row | a row where messages allow |\n'
          '| --- | --- | --- | --- | --- | --- | --- |')
    for kind in sorted({bug.kind for bug, _ in cases}):
        tell(kind, [c for c in cases if c[0].kind == kind])
    for function in sorted(set(FILES.values())):
        tell('in ' + function + '()', [c for c in cases if FILES[c[0].file] == function])
    tell('all', cases)
    print('not counted: %s' % ', '.join('%s %d' % (why, k) for why, k in sorted(other.items())))
    wrong = [(bug, way, r) for bug, runs in cases for way, r in runs.items() if is_wrong(r)]
    for bug, way, r in wrong:
        print('# %d %s, %s: %s: %s' % (bug.number, bug.app, way, bug.what, r['text']))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
