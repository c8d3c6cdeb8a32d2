#!/usr/bin/env python3
"""message_graph.py GRAPH PREFIX TYPE PROCESSORS [DEGREE DEPTH]: checks that the graph of an
application (run --graph) contains what a recorded run of it has done. The tree is binary.

PREFIX.std and PREFIX.tvm are the records of the run (export records). The messages between the
user's functions follow from the calls of these functions, and from what neighbours have received:
who sends which task, part, result or border to whom. The operations of each process, in their
order, must be a path through the process's graph. Prints the number of operations.

Then it changes the run: a process of a node other than 0 loses its first operation, or the peer of
a process's last operation becomes that process itself. Prints for how many changed runs all
operations are still paths, which must be 0.
"""
import collections
import re
import sys

GENERATOR, RECEIVER, COMPUTE, SPLIT, JOIN = 2, 3, 4, 5, 6


class Graph:
    def __init__(self, file):
        self.kind, self.after, self.start = {}, collections.defaultdict(list), {}
        for line in open(file):
            words = re.sub(r' at .*', '', line).split()
            if words and words[0] == 'node':
                self.kind[words[1]] = tuple(words[2:])
                self.start.setdefault(words[1].rsplit('/', 1)[0], words[1])
            elif words and words[0] == 'flow':
                for a, b in zip(words[1:], words[2:]):
                    self.after[a].append(b)

    def reach(self, at):
        """the nodes that follow, without another operation between"""
        todo, met = [n for a in at for n in self.after[a]], set()
        while todo:
            n = todo.pop()
            if n not in met:
                met.add(n)
                if self.kind[n][0] == 'comp':
                    todo += self.after[n]
        return met

    def accepts(self, process, operations):
        at = {self.start[process]}
        for kind, peer, channel in operations:
            at = {n for n in self.reach(at) if self.kind[n] == (kind, peer, 'on', channel)}
            if not at:
                return False
        return True


class Run:
    def __init__(self, graph, prefix, processors, degree, depth):
        self.graph, self.operations, self.n = graph, collections.defaultdict(list), processors
        self.degree, self.depth = degree, depth
        self.calls = [(int(w[1]), w[2], int(w[3]), int(w[4]), int(w[5]))
                      for w in map(str.split, open(prefix + '.std')) if w[2] in ('start', 'end')]
        self.passes = [(int(w[1]), w[2], int(w[3]), int(w[4]), int(w[5])) for w in map(str.split, open(prefix + '.tvm'))]
        self.times = [(int(w[0]), *map(int, w[3:6]), int(w[1])) for w in map(str.split, open(prefix + '.std')) if w[2] == 'end']
        self.heard = [(int(w[0]), *map(int, w[3:6]), int(w[1])) for w in map(str.split, open(prefix + '.tvm')) if w[2] == 'recv']

    def compute(self, node, thread='main'):
        name = 'compute:n%d' % node
        return name + '/' + thread if name + '/' + thread in self.graph.start else name

    def put(self, of, kind, peer, channel):
        self.operations[of].append((kind, peer, channel))

    def of(self, function, kind):
        return [(node, task, part) for node, k, f, task, part in self.calls if f == function and k == kind]

    def node0(self, taker, maker):
        """the generator's tasks and the receiver's results, all but the ends: taker and maker of a task"""
        for _, task, _ in self.of(GENERATOR, 'end')[:-1]:
            self.put('generator:n0', 'send', taker(task), '1')
        for _, task, _ in self.of(RECEIVER, 'start')[:-1]:
            self.put('receiver:n0', 'recv', maker(task), '2')


class Stages(Run):
    def follow(self):
        last = self.n - 1
        self.node0(lambda _: self.compute(1), lambda _: self.compute(last))
        for node, kind, f, _, _ in self.calls:
            if f == COMPUTE and kind == 'start':
                self.put(self.compute(node), 'recv', 'generator:n0' if node == 1 else self.compute(node - 1), '1')
            elif f == COMPUTE:
                self.put(self.compute(node), 'send', *(('receiver:n0', '2') if node == last else (self.compute(node + 1), '1')))


class Ring(Run):
    def follow(self):
        made = iter(range(1, self.n))
        self.node0(lambda _: self.compute(next(made)), lambda _: None)
        self.operations['receiver:n0'] = [('recv', self.compute(peer), '2') for _, peer, _, _, node in self.heard if node == 0]
        for node in range(1, self.n):
            after, before = node % (self.n - 1) + 1, (node - 2) % (self.n - 1) + 1
            ends = sorted((time, 'end', part) for time, f, _, part, n in self.times if f == COMPUTE and n == node)
            borders = [(time, 'recv', peer) for time, peer, _, _, n in self.heard if n == node]
            # each step ends three calls: of border_fn for both sides, and of compute_fn
            ends = [(time, i % 3) for i, (time, _, _) in enumerate(ends)]
            for event in sorted(ends + borders):
                if event[1:] == (0,):
                    self.put(self.compute(node), 'send', self.compute(after), '3')
                elif event[1:] == (1,):
                    self.put(self.compute(node), 'send', self.compute(before), '4')
                elif event[1] == 'recv':
                    self.put(self.compute(node), 'recv', 'generator:n0' if event[2] == 0 else self.compute(event[2]),
                             '1' if event[2] == 0 else '4' if event[2] == after else '3')
            self.put(self.compute(node), 'send', 'receiver:n0', '2')


class Tree(Run):
    """A farm, whose tasks may be split. A task, or part, is (task, part, the node that gave it)."""

    def level(self, node):
        return 0 if node == 0 else 1 + self.level(node // 2)

    def splits(self, node):
        return self.degree > 1 and 0 < self.level(node) <= self.depth and 2 * node < self.n

    def giver(self, node):
        node //= 2
        return node if node == 0 or self.splits(node) else self.giver(node)

    def where(self, function):
        return {(task, part, self.giver(node)): node for node, task, part in self.of(function, 'start')}

    def parts(self, node, task, part):
        bits = (self.degree - 1).bit_length()
        return [(task, part | i << bits * self.level(node), node) for i in range(self.degree)]

    def taker(self, what):
        return self.compute(self.split[what], 'split') if what in self.split else self.compute(self.computed[what])

    def maker(self, what):
        return self.compute(self.joined[what], 'join') if what in self.joined else self.compute(self.computed[what])

    def source(self, node):
        return 'generator:n0' if self.giver(node) == 0 else self.compute(self.giver(node), 'split')

    def result(self, of, node):
        self.put(of, 'send', 'receiver:n0' if self.giver(node) == 0 else self.compute(self.giver(node), 'join'), '2')

    def follow_split(self, node, task, part):
        thread, what = self.compute(node, 'split'), (task, part, self.giver(node))
        self.put(thread, 'recv', self.source(node), '1')
        if what in self.computed:
            self.put(thread, 'send', self.compute(node), 'semaphore/whole')
        for p in [] if what in self.computed else self.parts(node, task, part):
            self.put(thread, 'send', self.taker(p), '1')

    def follow_join(self, node):
        thread, missing = self.compute(node, 'join'), {}
        splits = [(t, p) for n, t, p in self.of(SPLIT, 'start') if n == node]
        for t, p in splits:
            parts = self.parts(node, t, p)
            missing.update({q: parts for q in parts})
        if not splits:
            return
        self.put(thread, 'recv', self.compute(node), 'start/join')
        for _, peer, task, part, n in self.heard:
            if n != node or peer == node // 2:
                continue
            what = (task, part, node)
            self.put(thread, 'recv', self.maker(what), '2')
            missing[what].remove(what)
            if not missing[what]:
                self.result(thread, node)

    def follow(self):
        self.computed, self.split, self.joined = self.where(COMPUTE), self.where(SPLIT), self.where(JOIN)
        self.node0(lambda t: self.taker((t, 0, 0)), lambda t: self.maker((t, 0, 0)))
        for node in range(1, self.n):
            if self.splits(node):
                self.put(self.compute(node), 'send', self.compute(node, 'split'), 'start/split')
                self.put(self.compute(node), 'send', self.compute(node, 'join'), 'start/join')
                self.put(self.compute(node, 'split'), 'recv', self.compute(node), 'start/split')
                self.follow_join(node)
        for node, task, part in self.of(COMPUTE, 'start'):
            if (task, part, self.giver(node)) in self.split:
                self.put(self.compute(node), 'recv', self.compute(node, 'split'), 'semaphore/whole')
            else:
                self.put(self.compute(node), 'recv', self.source(node), '1')
            self.result(self.compute(node), node)
        for node, task, part in self.of(SPLIT, 'start'):
            self.follow_split(node, task, part)


def is_contained(graph, operations):
    for process, done in operations.items():
        if not graph.accepts(process, done):
            return process
    return None


def changed(operations):
    """the operations of one process, changed"""
    for process, done in operations.items():
        if not process.endswith(':n0'):
            yield {process: done[1:]}
        yield {process: done[:-1] + [(done[-1][0], process, done[-1][2])]}


def main():
    graph, prefix, kind, n = Graph(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    degree, depth = map(int, sys.argv[5:7] if len(sys.argv) > 5 else (1, 0))
    run = {'PIPELINE': Stages, 'SPMD': Ring}.get(kind, Tree)(graph, prefix, n, degree, depth)
    run.follow()
    wrong = is_contained(graph, run.operations)
    if wrong:
        sys.exit('%s: not a path: %s' % (wrong, run.operations[wrong]))
    print('%d processes, %d operations' % (len(run.operations), sum(map(len, run.operations.values()))))
    print('%d changed' % sum(not is_contained(graph, c) for c in changed(run.operations)))


main()
