#!/usr/bin/env python3
"""crashes.py TRELLIS crashes|kinds|bounds|proposed N [JOBS]: single bugs planted in the simulated application, and
whether detrek names them.

crashes  N crashes, in any segment of any task or part, on 6 to 75 nodes in chains, binary and ternary
         trees, PFVM and DCVM, all events recorded: the first cause that detrek names must be the planted
         one. Where the node stopped is told by the machine (trellis run), not by the trace.
kinds    N bugs of each kind: a table of recall and precision.
bounds   N crashes for each upper bound of unloading: the same table for lossy traces.
proposed N crashes, each monitored with 0 64 256, then with the sequence that detrek --bounds proposes from that run, then
         with 0 1 1, the default; what each run has lost by the machine's own account (export reference), whether the first
         cause is right, the row in the table if the records at no loss give it, and the simulated time to the crash.

Exit status 1 if a crash was not named first, or if a run with proposed bounds has lost more records than the upper bound in
force, or has lost the row. Everything follows from the numbers of the cases.
"""
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

TASKS = 24
FUNCTION = {2: 'data_generator()', 3: 'result_receiver()', 4: 'comp_fn()', 5: 'split_fn()', 6: 'join_fn()'}
SEGMENT = {2: 0, 4: 1, 3: 2, 5: 3, 6: 4}  # place in a line of the task file
KINDS = {1: 'endless loop', 2: 'no result', 3: 'wrong value', 4: 'crash', 5: 'wild store',
         6: 'one too many', 7: 'too few', 8: 'exit'}
CRASH = 4
PER_MACHINE = 12  # cases that share a reference run
MONITOR_OUTSIDE = 'outside'

# Where a halted node was, in the words of trellis run.
STOPPED = re.compile(r'^node n?(\d+): (\w+)\(\)(?:, task (\d+))?(?: part 0x([0-9a-f]+))? stopped the node$', re.M)
SOURCE_NAME = {'compute_fn': 'comp_fn()', 'split_fn': 'split_fn()', 'join_fn': 'join_fn()',
               'data_generator': 'data_generator()', 'result_receiver': 'result_receiver()'}

VMS = '''Specification of VM-based Application
begin
Virtual_Machine
  type = %s
Interface
  input_stream = t.dat;
Configuration
  topology = BTREE;
  total_tasks = %d;
  total_processors = 8;
Programs
  data_generator = generate.c, work.c, description.c, machine.c, report.c;
  comp_function = compute.c, work.c, description.c, machine.c, report.c;
  result_receive = receive.c, work.c, description.c, machine.c, report.c;
%send
'''
SPLIT = '  split_function = split.c;\n  join_function = join.c;\n'


def monitored(monitor):
    """The options of a run with these bounds of the nodes' monitors, or without."""
    return [] if monitor == MONITOR_OUTSIDE else ['--monitor=' + monitor]


class Machine:
    """One machine of the campaign: what is run, and which function worked at what there."""

    def __init__(self, campaign, number):
        r = random.Random(number)
        self.campaign, self.number, self.random = campaign, number, r
        self.nodes = r.randint(6, 75)
        self.tree = r.choice(['chain', 'btree', 'ttree'])
        self.type = r.choice(['pfvm', 'dcvm'])

    def task_file(self, task, function, bug, part):
        """Lines of a fixed length, so that the run is the same until the bug."""
        rows = []
        for t in (0, task, task + 1):
            bugs = ['0'] * 5
            for f, s in SEGMENT.items():
                planted = t == task and f == function
                bugs[s] = '%d' % (bug if planted else 0)
                if f >= 4:
                    bugs[s] += '@%08x' % (part if planted else 0)
            rows.append('%03d 20 10 %s 140 1000 %s 10 10 %s 100 10 %s 100 10 %s' % (t, *bugs))
        return '\n'.join(rows[1:] if task == 0 else rows) + '\n'

    def run(self, name, text, monitor):
        """A run; its files' prefix, what it said."""
        root = os.path.join(self.campaign.temp, '%d-%s' % (self.number, name))
        os.mkdir(root)
        with open(os.path.join(root, 't.dat'), 'w') as f:
            f.write(text)
        prefix = os.path.join(root, 'x')
        c = self.campaign
        done = subprocess.run(
            [c.trellis, 'run', '--root', root, '--build', c.build(self.type, monitor), '--seed',
             str(self.number), '-n', str(self.nodes), '-T', self.tree, '--patience', '1s',
             *monitored(monitor), '--record', prefix + '.rec', os.path.join(c.source, self.type + '.vms')],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
        if done.returncode not in (0, 1):
            sys.exit('machine %d: %s' % (self.number, done.stderr))
        self.export('records', prefix, prefix)
        return prefix, done.stderr

    def export(self, what, prefix, output):
        """Write records of the run that has the prefix."""
        subprocess.run([self.campaign.trellis, 'export', what, '-o', output, prefix + '.rec'], check=True,
                       capture_output=True)

    def reference(self):
        """(function, task, part) of all that began in a run without a bug."""
        prefix, _ = self.run('reference', self.task_file(TASKS // 2, 4, 0, 0), MONITOR_OUTSIDE)
        began = sorted(starts(prefix))
        shutil.rmtree(os.path.dirname(prefix))
        return [b for b in began if b[1] < TASKS]

    def choose(self, began):
        """A segment first, then a task, then one of its parts: the rare segments are chosen as often."""
        function = self.random.choice(sorted({f for f, _, _ in began}))
        task = self.random.choice(sorted({t for f, t, _ in began if f == function}))
        return function, task, self.random.choice(sorted(p for f, t, p in began if (f, t) == (function, task)))


def starts(prefix):
    """(function, task, part) -> nodes at which it began."""
    found = {}
    with open(prefix + '.std') as f:
        for line in f:
            _, node, kind, function, task, part = line.split()
            if kind == 'start':
                found.setdefault((int(function), int(task), int(part, 16)), []).append(int(node))
    return found


def stopped(said):
    """What the machine says of the node that halted: (task, part, node, process), or None."""
    m = STOPPED.search(said)
    if not m:
        return None
    return (int(m[3] or -1), int(m[4] or '0', 16), int(m[1]), SOURCE_NAME[m[2]])


def named(row):
    return (row['task'], int(row['subtask'], 2), row['node'], row['process'])


def names(row, truth):
    """The row of a table means it: split_fn()/comp_fn() is either."""
    task, part, node, processes = named(row)
    return (task, part, node) == truth[:3] and truth[3] in processes.split('/')


class Case:
    """One planted bug, and what detrek made of it."""

    def __init__(self, machine, number, began, bug, monitor):
        self.machine, self.number = machine, number
        function, task, part = machine.choose(began)
        self.planted = (task, part, None, FUNCTION[function])
        self.bug = bug
        prefix, said = machine.run('%d' % number, machine.task_file(task, function, bug, part), monitor)
        self.happened = self.find_truth(prefix, said, function, monitor)
        if self.happened:
            self.analyse(prefix)
        shutil.rmtree(os.path.dirname(prefix))

    def find_truth(self, prefix, said, function, monitor):
        task, part, _, process = self.planted
        if self.bug == CRASH:
            at = stopped(said)
            if not at:
                return False
            if function in (2, 3):  # the machine does not say at which task; only the planted one has a bug
                at = (task, *at[1:])
            self.truth = at
            if at[0] != task or at[1] != part or at[3] != process:
                sys.exit('machine %d, case %d: planted %s, and %s stopped' % (self.machine.number, self.number,
                                                                               self.planted, at))
            return True
        nodes = starts(prefix).get((function, task, part))
        self.truth = nodes and (task, part, nodes[0], process)
        return bool(nodes)

    def analyse(self, prefix):
        done = self.detrek(prefix, '--cause')
        if done.returncode not in (0, 1):
            sys.exit('machine %d, case %d: %s' % (self.machine.number, self.number, done.stderr))
        report = json.loads(done.stdout)
        causes, rows = report['causes'], report['errors']
        self.failure = report['verdict'] == 'Failure'
        os.remove(prefix + '.std')
        self.table = self.detrek(prefix).returncode != 0
        self.first = bool(causes) and named(causes[0]) == self.truth
        self.cause = any(named(c) == self.truth for c in causes)
        self.ncauses = len(causes)
        self.row = any(names(r, self.truth) for r in rows)
        self.row_first = bool(rows) and names(rows[0], self.truth)
        self.nrows = len(rows)
        self.causes = causes

    def detrek(self, prefix, *options):
        return subprocess.run([self.machine.campaign.trellis, 'detrek', *options, '--json', '-p', prefix],
                              capture_output=True, text=True)

    def __str__(self):
        m = self.machine
        return '%s, %d nodes, %s, seed %d: task %d part %x at node %s, %s: named %s' % (
            m.type.upper(), m.nodes, m.tree, m.number, *self.truth, [named(c) for c in self.causes[:3]])


class Campaign:
    def __init__(self, trellis, jobs):
        self.trellis, self.jobs = trellis, jobs
        self.temp = tempfile.mkdtemp()
        self.source = os.path.join(self.temp, 'simulated')
        shutil.copytree('programs/simulated', self.source)
        for kind, text in (('pfvm', VMS % ('PFVM;', TASKS, '')),
                           ('dcvm', VMS % ('DCVM;\n  split_degree = 2;\n  split_depth = 4;', TASKS, SPLIT))):
            vms = os.path.join(self.source, kind + '.vms')
            with open(vms, 'w') as f:
                f.write(text)
            for monitor in (MONITOR_OUTSIDE, '1000,1,1'):
                subprocess.run([trellis, 'run', '--make', '--build', self.build(kind, monitor), *monitored(monitor),
                                vms], check=True)

    def build(self, kind, monitor):
        """Where the programs of a type are; those with probes are others than those without."""
        return os.path.join(self.temp, kind + ('' if monitor == MONITOR_OUTSIDE else '-probes'))

    def end(self):
        shutil.rmtree(self.temp)

    def cases_of(self, number, count, bug, monitor):
        """Up to count cases on machine `number` of which the bug came about."""
        machine = Machine(self, number)
        began, cases, tries = machine.reference(), [], 0
        while len(cases) < count and tries < 3 * count:
            case = Case(machine, tries, began, bug, monitor)
            tries += 1
            if case.happened:
                cases.append(case)
        return cases

    def cases(self, n, bug, monitor):
        """n cases, in an order that does not depend on how many run at a time."""
        found, machine = [], 0
        per = min(PER_MACHINE, max(1, n // 6))
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            while len(found) < n:
                count = -(-(n - len(found)) // per)
                for cases in pool.map(lambda i: self.cases_of(i, per, bug, monitor), range(machine, machine + count)):
                    found += cases
                machine += count
        return found[:n]


def percent(part, whole):
    return '%d %%' % round(100 * part / whole) if whole else '-'


def row(name, cases):
    """Recall and precision of causes, of the table of messages."""
    n = len(cases)
    return '| %s | %d | %s | %s | %s | %s | %s | %s | %s |' % (
        name, n, percent(sum(c.table for c in cases), n), percent(sum(c.failure for c in cases), n), percent(sum(c.first for c in cases), n),
        percent(sum(c.cause for c in cases), n),
        percent(sum(c.cause for c in cases), sum(c.ncauses for c in cases)),
        percent(sum(c.row for c in cases), n), percent(sum(c.row for c in cases), sum(c.nrows for c in cases)))


HEAD = '''| %s | cases | Failure by messages | Failure | first cause | a cause | precision | a row | precision |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |'''


def tell_wrong(cases):
    """Those that were not named first; how many."""
    wrong = [c for c in cases if not c.first]
    for c in wrong:
        print('# not first: %s' % c)
    return len(wrong)


def crashes(campaign, n):
    cases = campaign.cases(n, CRASH, MONITOR_OUTSIDE)
    print(HEAD % 'crash in')
    for process in sorted(set(c.truth[3] for c in cases)):
        print(row(process, [c for c in cases if c.truth[3] == process]))
    print(row('all', cases))
    wrong = tell_wrong(cases)
    print('%d crashes on %d machines: %d named first' % (n, len({c.machine.number for c in cases}), n - wrong))
    return 1 if wrong else 0


def kinds(campaign, n):
    print(HEAD % 'bug')
    for bug, name in KINDS.items():
        print(row(name, campaign.cases(n, bug, MONITOR_OUTSIDE)), flush=True)
    return 0


def bounds(campaign, n):
    print(HEAD % 'upper bound')
    wrong = 0
    for upper in (1, 4, 16, 64, 256):
        cases = campaign.cases(n, CRASH, '100000,1,%d' % upper)
        print(row(str(upper), cases), flush=True)
        wrong += tell_wrong(cases)
    return 1 if wrong else 0


class Monitored:
    """A crash that was monitored with a sequence of bounds."""

    def __init__(self, machine, name, text, monitor):
        self.machine, self.monitor = machine, monitor
        witness = os.path.join(machine.campaign.temp, '%d-%s-witness' % (machine.number, name))
        self.prefix, said = machine.run(name, text, monitor)
        machine.export('reference', self.prefix, witness)
        self.truth = stopped(said)
        if not self.truth:
            return
        with open(self.prefix + '.std') as f:
            self.time = min(int(line.split()[0]) for line in f if line.split()[2] == 'stop')
        self.lost = self.most_lost(witness)
        report = self.detrek(self.prefix)
        self.first = bool(report['causes']) and self.is_truth(named(report['causes'][0]))
        self.row = self.has_row(report)
        self.allowed = self.has_row(self.detrek(witness))

    def detrek(self, prefix):
        return json.loads(subprocess.run([self.machine.campaign.trellis, 'detrek', '--cause', '--json', '-p', prefix],
                                         capture_output=True, text=True).stdout)

    def has_row(self, report):
        return any(names(r, self.truth) for r in report['errors'])

    def __str__(self):
        m = self.machine
        return '%s, %d nodes, %s, seed %d: %s, monitored with %s: crash at %d us, first %s, row %s of %s, lost %d' % (
            m.type.upper(), m.nodes, m.tree, m.number, self.truth, self.monitor, self.time, self.first, self.row,
            self.allowed, self.lost)

    def is_truth(self, row):
        """The machine does not say at which task the functions of node 0 are."""
        return row == self.truth or (self.truth[0] < 0 and row[2:] == self.truth[2:])

    def most_lost(self, witness):
        """Records of a node that the machine saw noted, and that did not come; the most of any node."""
        seen, came = (collections.Counter(self.records(p)) for p in (witness, self.prefix))
        lost = collections.Counter()
        for record, n in (seen - came).items():
            lost[record[0]] += n
        return max(lost.values(), default=0)

    @staticmethod
    def records(prefix):
        for suffix in ('.tvm', '.std'):
            with open(prefix + suffix) as f:
                for line in f:
                    words = line.split()
                    if words[2] not in ('stop', 'lost'):
                        yield tuple(words[1:])


def propose(machine, case, began):
    """One crash, monitored in three ways; None if it did not come about in each."""
    function, task, part = machine.choose(began)
    text = machine.task_file(task, function, CRASH, part)
    seldom = Monitored(machine, '%d-seldom' % case, text, '0,64,256')
    if not seldom.truth:
        return None
    done = subprocess.run([machine.campaign.trellis, 'detrek', '--bounds', seldom.prefix], capture_output=True, text=True,
                          check=True)
    steps = [[int(word) for word in line.split()] for line in done.stdout.split('\n') if line[:1].isdigit()]
    best = Monitored(machine, '%d-proposed' % case, text, ','.join(str(word) for step in steps for word in step))
    each = Monitored(machine, '%d-each' % case, text, '0,1,1')
    if not best.truth or not each.truth:
        return None
    best.upper = next(upper for time, _, upper in steps if best.time < time or time == 0)
    for run in (seldom, best, each):
        shutil.rmtree(os.path.dirname(run.prefix))
    return seldom, best, each


def proposed_on(campaign, number, count):
    machine = Machine(campaign, number)
    began = machine.reference()
    found = [propose(machine, case, began) for case in range(count)]
    return [f for f in found if f]


def proposed(campaign, n):
    per, cases, machine = min(PER_MACHINE, max(1, n // 6)), [], 0
    with concurrent.futures.ThreadPoolExecutor(campaign.jobs) as pool:
        while len(cases) < n:
            count = -(-(n - len(cases)) // per)
            for found in pool.map(lambda i: proposed_on(campaign, i, per), range(machine, machine + count)):
                cases += found
            machine += count
    cases = cases[:n]
    print('| bounds | crashes | first cause | a row where records give it | most lost | time to the crash |\n'
          '| --- | --- | --- | --- | --- | --- |')
    for k, name in enumerate(('0 64 256', 'proposed', '0 1 1')):
        runs = [c[k] for c in cases]
        allowed = [r for r in runs if r.allowed]
        print('| %s | %d | %s | %d of %d | %d | %.2f |' % (
            name, n, percent(sum(r.first for r in runs), n), sum(r.row for r in allowed), len(allowed),
            max(r.lost for r in runs), sum(r.time for r in runs) / sum(c[0].time for c in cases)))
    runs = [c[1] for c in cases]
    late = sum(r.upper > 1 for r in runs)
    wrong = [r for r in runs if r.lost > r.upper or not r.first or (r.allowed and not r.row)]
    print('proposed: %d crashed before the bounds changed, %d each event from the start' % (
        late, sum(r.monitor == '0,1,1' for r in runs)))
    for r in wrong:
        print('# %s' % r)
    return 1 if wrong else 0


def main():
    trellis, what, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
    campaign = Campaign(trellis, int(sys.argv[4]) if len(sys.argv) > 4 else os.cpu_count())
    try:
        return {'crashes': crashes, 'kinds': kinds, 'bounds': bounds, 'proposed': proposed}[what](campaign, n)
    finally:
        campaign.end()


if __name__ == '__main__':
    sys.exit(main())
