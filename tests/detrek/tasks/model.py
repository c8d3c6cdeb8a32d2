"""Random runs of a small model of TrEK, analysed by the rules themselves.

Tasks flow down a tree and results flow up; one node may crash, and the last events of any node
may be lost. The error list of each trace is worked out from explicit arcs, as a graph search, and
compared with what detrek prints. Then the lines of the trace are disturbed: what no run can have
written must be refused, with its line.

usage: trek_model.py DETREK FIRST_SEED LAST_SEED
"""
import heapq
import os
import random
import subprocess
import sys
import tempfile


class Tree:
    def __init__(self, nodes, topology, degree, depth):
        self.nodes, self.topology, self.degree, self.depth = nodes, topology, degree, depth
        self.bits = (degree - 1).bit_length()
        self.parent = [None] * nodes
        self.level = [0] * nodes
        for n in range(1, nodes):
            first = {1: lambda p: [p + 1], 2: lambda p: [2 * p, 2 * p + 1],
                     3: lambda p: [3 * p - 1, 3 * p, 3 * p + 1]}[topology]
            self.parent[n] = 0 if n == 1 else next(p for p in range(1, n) if n in first(p))
            self.level[n] = self.level[self.parent[n]] + 1
        self.children = [[c for c in range(1, nodes) if self.parent[c] == n] for n in range(nodes)]

    def part(self, node, sub, index):
        return sub | index << self.bits * self.level[node]

    def whole(self, node, sub):
        """What a part at the node is part of, after a split at the node."""
        if node == 0 or self.bits == 0 or self.level[node] > self.depth:
            return sub
        mask = (1 << self.bits) - 1
        return sub & ~(mask << self.bits * self.level[node])


class Run:
    """A run with random delays; events[node] is what each node saw, in its order."""

    def __init__(self, rng, tree, tasks, crash):
        self.rng, self.tree, self.tasks, self.crash = rng, tree, tasks, crash
        self.events = [[] for _ in range(tree.nodes)]
        self.agenda, self.serial, self.now = [], 0, 0
        self.dead = set()
        self.busy = [False] * tree.nodes
        self.queue = [[] for _ in range(tree.nodes)]
        self.missing = {}  # (node, task, whole) -> results to come
        self.next_task = 0
        for _ in range(min(tasks, rng.randint(1, 6))):
            self.at(rng.randint(1, 50), 0, self.generate)
        if crash:
            self.at(rng.randint(1, 60 * tasks), crash, lambda: self.dead.add(crash))
        while self.agenda:
            self.now, _, node, action = heapq.heappop(self.agenda)
            if node not in self.dead:
                action()

    def at(self, delay, node, action):
        self.serial += 1
        heapq.heappush(self.agenda, (self.now + delay, self.serial, node, action))

    def event(self, node, kind, peer, task, sub):
        self.events[node].append((node, kind, peer, task, sub))

    def send(self, node, peer, task, sub, arrive):
        self.event(node, 'send', peer, task, sub)
        self.at(self.rng.randint(1, 30), peer, lambda: arrive(peer, node, task, sub))

    def generate(self):
        if self.next_task < self.tasks:
            self.next_task += 1
            self.send(0, 1, self.next_task - 1, 0, self.receive_part)

    def receive_part(self, node, peer, task, sub):
        self.event(node, 'recv', peer, task, sub)
        self.queue[node].append((task, sub))
        self.work(node)

    def work(self, node):
        if self.busy[node] or not self.queue[node]:
            return
        self.busy[node] = True
        task, sub = self.queue[node].pop(0)
        t = self.tree
        if not t.children[node] or t.level[node] > t.depth or self.rng.random() < .3:
            self.at(self.rng.randint(20, 200), node, lambda: self.computed(node, task, sub))
            return
        self.missing[node, task, sub] = t.degree
        for i in self.rng.sample(range(t.degree), t.degree):
            self.at(self.rng.randint(1, 40), node, lambda i=i: self.send(
                node, self.rng.choice(t.children[node]), task, t.part(node, sub, i), self.receive_part))
        self.at(41, node, lambda: self.idle(node))

    def idle(self, node):
        self.busy[node] = False
        self.work(node)

    def computed(self, node, task, sub):
        self.send(node, self.tree.parent[node], task, sub, self.receive_result)
        self.idle(node)

    def receive_result(self, node, peer, task, sub):
        self.event(node, 'recv', peer, task, sub)
        if node == 0:
            self.generate()
            return
        whole = self.tree.whole(node, sub)
        self.missing[node, task, whole] -= 1
        if self.missing[node, task, whole] == 0:
            self.at(self.rng.randint(1, 20), node, lambda: self.send(
                node, self.tree.parent[node], task, whole, self.receive_result))


def kind(tree, e):
    node, way, peer = e[:3]
    return way + (' part' if (way == 'send') == (tree.parent[node] != peer) else ' result')


def visit(tree, e):
    """Node, task and part that the event is about there."""
    own = kind(tree, e) in ('recv part', 'send result') or e[0] == 0
    return e[0], e[3], e[4] if own else tree.whole(e[0], e[4])


def messages(tree, events):
    """Pairs of a send and its receive."""
    ends = {}
    for i, e in enumerate(events):
        node, way, peer, task, sub = e
        key = (node, peer, task, sub) if way == 'send' else (peer, node, task, sub)
        ends.setdefault(key, {})[way] = i
    return [(m['send'], m['recv']) for m in ends.values() if len(m) == 2]


def task_arcs(tree, events, ids):
    arcs = {i: [] for i in ids}
    visits = {}
    for i in ids:
        visits.setdefault(visit(tree, events[i]), []).append(i)
    for (node, _, _), members in visits.items():
        by = {}
        for i in members:
            by.setdefault(kind(tree, events[i]), []).append(i)
        for i in by.get('recv part', []):
            arcs[i] += by.get('send part') or by.get('send result', [])
        if node:
            for i in by.get('recv result', []):
                arcs[i] += by.get('send result', [])
        else:
            for i in by.get('recv result', []):
                arcs[i].append('sink')
    return arcs, visits


def error_list(tree, tasks_made, events):
    """The rows, as a set, by the rules; events in an order that keeps each node's."""
    tasks, rows, frontier = {}, set(), []
    for i, e in enumerate(events):
        tasks.setdefault(e[3], []).append(i)
    digits = max(4, tree.bits * max(tree.level))
    text = (lambda sub: '0') if tree.degree == 1 else (lambda sub: format(sub, 'b').zfill(digits))
    sent = messages(tree, events)
    splits = {}
    for task, ids in tasks.items():
        arcs, visits = task_arcs(tree, events, ids)
        for a, b in sent:
            if a in arcs:
                arcs[a].append(b)
        for key, members in visits.items():
            splits[key] = sum(kind(tree, events[i]) == 'send part' for i in members)
        source = [i for i in ids if events[i][0] == 0 and events[i][1] == 'send']
        if not source:
            rows.add((task, text(0), 0, 'data_generator()'))
        reached, new = set(source), source
        while new:
            new = [k for i in new for k in arcs[i] if k != 'sink' and k not in reached]
            reached |= set(new)
        frontier += [i for i in reached if not arcs[i]]
    for i in frontier:
        node, _, peer, task, sub = events[i]
        what = kind(tree, events[i])
        if what == 'recv part':
            if any(k < i and events[k][0] == node and kind(tree, events[k]) == what for k in frontier):
                row = node, 'Distributing'
            elif not tree.children[node] or tree.degree == 1 or tree.level[node] > tree.depth:
                row = node, 'comp_fn()'
            else:
                row = node, 'split_fn()/comp_fn()'
        elif what == 'recv result':
            row = node, 'Collecting' if tree.degree == 1 else 'join_fn()'
        elif what == 'send result':
            row = peer, 'Collecting'
        elif node == 0 or splits[visit(tree, events[i])] == tree.degree:
            row = peer, 'Distributing'
        else:
            sub = tree.whole(node, sub)
            row = node, 'split_fn()'
        rows.add((task, text(sub)) + row)
    if not rows:  # then a task is complete, or was never generated
        rows |= {(t, text(0), 0, 'data_generator()') for t in range(tasks_made) if t not in tasks
                 and all(k in tasks for k in range(t))}
    return rows


def possible(tree, events):
    """Whether the lines can be the events of a run: no event twice, no circle of causes."""
    if len(set(events)) < len(events):
        return False
    after = [[] for _ in events]
    for a, b in messages(tree, events):
        after[a].append(b)
    last, visits = {}, {}
    for i, e in enumerate(events):
        if e[0] in last:
            after[last[e[0]]].append(i)
        last[e[0]] = i
        visits.setdefault(visit(tree, e), []).append(i)
    for (node, _, _), members in visits.items():  # first it gets the part, last it has the result
        for i in members:
            what = kind(tree, events[i])
            for k in members:
                if i != k and what == ('recv part' if node else 'send part'):
                    after[i].append(k)
                if i != k and what == ('send result' if node else 'recv result'):
                    after[k].append(i)
    waits = [0] * len(events)
    for successors in after:
        for k in successors:
            waits[k] += 1
    free = [i for i, n in enumerate(waits) if n == 0]
    for i in free:
        for k in after[i]:
            waits[k] -= 1
            if waits[k] == 0:
                free.append(k)
    return len(free) == len(events)


def merged(rng, lists):
    """All events in one order that keeps that of each node; sometimes node after node."""
    if rng.random() < .3:
        return [e for events in lists for e in events]
    turns = [n for n, events in enumerate(lists) for _ in events]
    rng.shuffle(turns)
    left = [iter(events) for events in lists]
    return [next(left[n]) for n in turns]


def detrek(program, directory, tree, tasks, events, *options):
    prefix = os.path.join(directory, 'run')
    with open(prefix + '.spf', 'w') as f:
        f.write(f'{tree.nodes} {tree.topology} {tasks} {tree.degree} {tree.depth}\n')
    with open(prefix + '.tvm', 'w') as f:
        for i, (node, way, peer, task, sub) in enumerate(events):
            f.write(f'{i * 7 + node} {node} {way} {peer} {task} {sub:x}\n')
    return subprocess.run(program.split() + ['-p', prefix, *options], capture_output=True, text=True)


PROCESSES = {'data_generator()', 'Distributing', 'split_fn()', 'split_fn()/comp_fn()', 'comp_fn()',
             'join_fn()', 'Collecting'}
seen = set()


def check_run(program, directory, seed):
    """None, or what is wrong."""
    rng = random.Random(seed)
    degree = rng.choice([1, 1, 2, 3, 4])
    tree = Tree(rng.randint(2, 24), rng.choice([1, 2, 3]), degree,
                1 if degree == 1 else rng.randint(1, 4))
    if degree == 1:
        tree.depth = tree.nodes  # a PFVM passes on as far as it likes
    tasks = rng.randint(1, 12)
    run = Run(rng, tree, tasks, rng.choice([0] + list(range(1, tree.nodes))))
    if rng.random() < .5:
        run.events = [e[:max(0, len(e) - rng.randint(0, 9))] for e in run.events]
    events = merged(rng, run.events)
    want = error_list(tree, tasks, events)
    p = detrek(program, directory, tree, tasks, events, '--verify')
    if not events:
        return None if p.returncode == 2 and 'has no events' in p.stderr else 'an empty trace: %d' % p.returncode
    rows = p.stdout.splitlines()
    if not rows or not rows[-1].endswith(' 0 differ'):
        return f'times: {p.stdout}{p.stderr}'
    got = [tuple(r.split(None, 3)) for r in rows[2:-1]]
    got = [(int(t), s, int(n), process) for t, s, n, process in got]
    if p.returncode != bool(want) or set(got) != want or len(got) != len(want) or \
            [r[0] for r in got] != sorted(r[0] for r in got):
        return f'rows {sorted(set(got) ^ want)} in {rows}, status {p.returncode} {p.stderr}'
    seen.update(r[3] for r in want)
    return check_disturbed(rng, program, directory, tree, tasks, events)


def check_disturbed(rng, program, directory, tree, tasks, events):
    for _ in range(3):
        wrong = list(events)
        if not wrong:
            continue
        i, k = rng.randrange(len(wrong)), rng.randrange(len(wrong))
        how = rng.choice(['again', 'swapped', 'gone'])
        if how == 'again':
            wrong.insert(k, wrong[i])
        elif how == 'swapped':
            wrong[i], wrong[k] = wrong[k], wrong[i]
        else:
            del wrong[i]
        p = detrek(program, directory, tree, tasks, wrong)
        ok = bool(wrong) and possible(tree, wrong)
        if ok != (p.returncode in (0, 1)):
            return f'{how} {i} {k}: possible {ok}, but {p.returncode} {p.stdout}{p.stderr}'
        if not ok and (p.returncode != 2 or 'run.tvm' not in p.stderr):
            return f'{how} {i} {k}: {p.returncode} {p.stderr}'
        if ok:
            want = error_list(tree, tasks, wrong)
            if len(p.stdout.splitlines()) != (len(want) + 2 if want else 1):
                return f'{how} {i} {k}: {sorted(want)} but {p.stdout}'
    return None


def main():
    program, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as directory:
        for seed in range(first, last + 1):
            wrong = check_run(program, directory, seed)
            if wrong:
                print(f'seed {seed}: {wrong}')
                sys.exit(1)
    if seen != PROCESSES:
        print(f'never seen: {PROCESSES - seen}')
        sys.exit(1)


main()
