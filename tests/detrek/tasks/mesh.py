"""Random runs of programs that exchange borders on rings and grids, analysed by the rules themselves.

In each run one node may crash in a step, and the last events of any node may be lost. The rows are
worked out from explicit arcs, as a graph search, and compared with what detrek prints. If nothing is
lost, the first row must be the step in which the node crashed; rows of results that wait may
precede it.

usage: mesh.py DETREK FIRST_SEED LAST_SEED
"""
import os
import random
import subprocess
import sys
import tempfile


def sides(nodes, columns):
    """node -> {side: neighbour}; a ring if columns is 0."""
    last = nodes - 1
    if not columns:
        return {n: {0: n % last + 1, 1: (n - 2) % last + 1} for n in range(1, nodes)}
    found = {}
    for n in range(1, nodes):
        row, column = divmod(n - 1, columns)
        places = {0: (row - 1, column), 1: (row, column + 1), 2: (row + 1, column), 3: (row, column - 1)}
        found[n] = {s: r * columns + c + 1 for s, (r, c) in places.items()
                    if r >= 0 and 0 <= c < columns and r * columns + c + 1 < nodes}
    return found


class Run:
    """events[node]: (node, way, peer, step, side, type) in its order. Nodes go on in a random order."""

    def __init__(self, rng, mesh, steps, crash):
        self.events = {n: [] for n in [0, *mesh]}
        self.sent = set()
        going = {n: self.node(n, mesh, steps, crash) for n in mesh}
        going[0] = self.manager(list(mesh), steps)
        for g in going.values():
            next(g)
        idle = 0
        while idle < 50 * len(going):
            n = rng.choice(list(going))
            idle = 0 if next(going[n], False) else idle + 1

    def send(self, *event):
        node, peer, step, side, kind = event
        self.events[node].append((node, 'send', peer, step, side, kind))
        self.sent.add(event)

    def receive(self, node, peer, step, side, kind):
        """Yields until the message is there."""
        while (peer, node, step, side, kind) not in self.sent:
            yield False
        self.events[node].append((node, 'recv', peer, step, side, kind))
        yield True

    def manager(self, mesh, steps):
        yield True
        for n in mesh:
            self.send(0, n, 0, 0, 'block')
            yield True
        for n in mesh:
            yield from self.receive(0, n, steps - 1, 0, 'result')

    def node(self, n, mesh, steps, crash):
        yield True
        yield from self.receive(n, 0, 0, 0, 'block')
        for step in range(steps):
            for side, peer in mesh[n].items():
                self.send(n, peer, step, side, 'border')
                yield True
            for peer in mesh[n].values():
                for side in [s for s, p in mesh[peer].items() if p == n]:
                    if (n, 'recv', peer, step, side, 'border') not in self.events[n]:
                        yield from self.receive(n, peer, step, side, 'border')
            if (n, step) == crash:
                return
        self.send(n, 0, steps - 1, 0, 'result')


def error_list(mesh, events):
    """The rows, as a set, by the rules."""
    arcs = {e: [] for e in events}
    for e in events:
        node, way, peer, step, side, kind = e
        if way == 'send' and (other := (peer, 'recv', node, step, side, kind)) in arcs:
            arcs[e].append(other)
        if node == 0 or way == 'send':
            continue
        for f in events:
            if f[0] != node or f[1] != 'send':
                continue
            if kind == 'block' and f[5] == 'border' and f[3] == step:
                arcs[e].append(f)
            if kind == 'border' and (f[5] == 'border' and f[3] == step + 1 or f[5] == 'result' and f[3] == step):
                arcs[e].append(f)
    reached = set(e for e in events if e[0] == 0 and e[1] == 'send')
    new = reached
    while new:
        new = {f for e in new for f in arcs[e]} - reached
        reached |= new
    rows = set()
    for node, way, peer, step, side, kind in (e for e in reached if not arcs[e] and e[5:] + e[1:2] != ('result', 'recv')):
        here = [e for e in events if e[0] == node and e[1] == 'recv' and e[3] == step and e[5] == 'border']
        if way == 'send':
            process = {'block': 'Distributing', 'border': 'Exchanging', 'result': 'Collecting'}[kind]
            rows.add((step, side, peer, process))
        elif kind == 'block':
            rows.add((step, side, node, 'data_generator()'))
        else:
            rows.add((step, 0, node, 'Exchanging' if len(here) < len(mesh[node]) else 'step_fn()'))
    return sorted(rows)


def check(program, prefix, seed):
    """None, or what is wrong."""
    rng = random.Random(seed)
    nodes, columns, steps = rng.randint(3, 14), rng.choice([0, 1, 2, 3, 4]), rng.randint(1, 6)
    mesh = sides(nodes, columns)
    crash = rng.choice([None, *((n, s) for n in mesh for s in range(steps))])
    run = Run(rng, mesh, steps, crash)
    lossy = rng.random() < .4
    lists = [e[:max(1, len(e) - rng.randint(0, 6))] if lossy else e for e in run.events.values()]
    events = [e for one in lists for e in one]
    with open(prefix + '.spf', 'w') as f:
        f.write(f'{nodes} {6 if columns else 5} {steps} {columns or 1} 0 SPMD\n')
    with open(prefix + '.tvm', 'w') as f:
        f.writelines(f'1 {n} {way} {peer} {step} {side:x}\n' for n, way, peer, step, side, _ in events)
    p = subprocess.run([*program.split(), '-p', prefix, '--verify'], capture_output=True, text=True)
    lines = p.stdout.splitlines()
    if not lines or not lines[-1].endswith(' 0 differ'):
        return p.stdout + p.stderr
    got = [(int(t), int(s), int(n), what) for t, s, n, what in (r.split(None, 3) for r in lines[2:-1])]
    want = error_list(mesh, events)
    first = [r for r in got if r[3] != 'Collecting'][:1]  # node 0 takes results in its own order
    if crash and not lossy and first != [(crash[1], 0, crash[0], 'step_fn()')]:
        return f'crash {crash}: {lines}'
    # What is lost need not be on the frontier: then detrek names a step without events, if there is one.
    if not want and len({e[3] for e in events}) < steps:
        want = [(min(set(range(steps)) - {e[3] for e in events}), 0, 0, 'data_generator()')]
    if sorted(got) != want:
        return f'{sorted(got)}\nbut\n{want}'
    return None


def main():
    program, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as directory:
        for seed in range(first, last + 1):
            wrong = check(program, os.path.join(directory, 'run'), seed)
            if wrong:
                sys.exit(f'seed {seed}: {wrong}')


main()
