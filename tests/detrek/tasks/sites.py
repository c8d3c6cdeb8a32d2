#!/usr/bin/env python3
"""Traces of the machine of sites.vm with planted faults: sites.py TRELLIS DIR SEEDS

A queue of events plays the machine: an office, foremen below it, workers below them. A foreman has
one order in work and a bag of its pieces, and gives each worker at most two. The player knows what
it breaks, and nothing of the model: for each kind of fault and each seed, the first row of detrek
must name the task, the part, the node, the process and the class of the error.
"""

import heapq
import json
import random
import subprocess
import sys

ORDER, DIVIDE, WORK = "order_fn()", "divide_fn()", "work_fn()"
INSPECT, ARCHIVE = "inspect_fn()", "archive_fn()"
NUMBER = {ORDER: 2, ARCHIVE: 3, WORK: 4, DIVIDE: 5, INSPECT: 7}
CLASS = {ORDER: "planning", ARCHIVE: "filing", WORK: "work", DIVIDE: "division",
         INSPECT: "inspection", "Ordering": "ordering", "Reporting": "reporting"}
FAULTS = ("none", ORDER, DIVIDE, WORK, INSPECT, ARCHIVE, "lost order", "lost piece", "lost report",
          "lost result", "too few pieces", "early end")


class Foreman:
    def __init__(self, workers):
        self.waiting = []    # orders that have arrived
        self.order = None    # the one in work
        self.bag = []        # its pieces that no worker has got yet
        self.held = dict.fromkeys(workers, 0)  # pieces of each worker
        self.reports = 0


class Site:
    def __init__(self, seed, fault):
        self.random = random.Random(seed)
        self.fault = fault
        self.row = "Success"
        self.degree = self.random.randint(2, 5)
        self.ntasks = self.random.randint(4, 12)
        nforemen = self.random.randint(1, 4)
        self.parent = {n: 0 for n in range(1, nforemen + 1)}
        self.foremen = {}
        for f in range(1, nforemen + 1):
            first = len(self.parent) + 1
            workers = range(first, first + self.random.randint(1, 4))
            self.parent.update(dict.fromkeys(workers, f))
            self.foremen[f] = Foreman(workers)
        self.bits = (self.degree - 1).bit_length()
        self.target = self.random.randrange(self.ntasks), self.random.randrange(self.degree)
        self.now, self.serial, self.queue = 0, 0, []
        self.tvm, self.std = [], []
        self.arrival = {}    # of the last message on each link; messages keep their order
        self.pieces = {}     # of each worker: those that it has, in order
        self.reported = []   # orders that the office has not filed

    # ---- time, messages and functions ----

    def later(self, action, *arguments, earliest=0):
        """Play the action some time from now, but not before `earliest`; return the time."""
        self.serial += 1
        time = max(earliest, self.now + self.random.randint(1, 50))
        heapq.heappush(self.queue, (time, self.serial, action, arguments))
        return time

    def part(self, piece):
        """The SubTid of a piece of an order; None is the whole order."""
        return (piece or 0) << self.bits

    def note(self, lines, node, kind, peer, task, piece):
        lines.append(f"{self.now} {node} {kind} {peer} {task} {self.part(piece):x}")

    def planted(self, fault, task, piece=None):
        return self.fault == fault and task == self.target[0] and piece in (None, self.target[1])

    def blame(self, task, piece, node, process):
        self.row = f"{task} {self.part(piece)} {node} {process}, {CLASS[process]}"

    def send(self, source, to, task, piece, lost, arrive):
        self.note(self.tvm, source, "send", to, task, piece)
        if self.planted(lost, task, piece):
            self.blame(task, piece, to, "Ordering" if source < to else "Reporting")
        else:
            self.arrival[source, to] = self.later(
                self.receive, source, to, task, piece, arrive,
                earliest=self.arrival.get((source, to), 0))

    def receive(self, source, node, task, piece, arrive):
        self.note(self.tvm, node, "recv", source, task, piece)
        arrive(node, task, piece)

    def call(self, function, node, task, piece, then):
        """Run a function: then() follows, unless this is the fault."""
        self.note(self.std, node, "start", NUMBER[function], task, piece)
        if self.planted(function, task, piece):
            self.blame(task, piece, node, function)
        else:
            self.later(self.ended, function, node, task, piece, then)

    def ended(self, function, node, task, piece, then):
        self.note(self.std, node, "end", NUMBER[function], task, piece)
        then(node, task, piece)

    # ---- the office ----

    def plan(self, task):
        if task < self.ntasks:
            self.call(ORDER, 0, task, None, self.give_order)

    def give_order(self, node, task, _):
        foreman = self.random.choice(list(self.foremen))
        self.send(0, foreman, task, None, "lost order", self.get_order)
        self.later(self.plan, task + 1)

    def get_result(self, node, task, _):
        self.reported.append(task)
        if len(self.reported) == 1:
            self.file()

    def file(self):
        if self.planted("early end", self.reported[0]):
            self.blame(self.reported[0], None, 0, ARCHIVE)
        else:
            self.call(ARCHIVE, 0, self.reported[0], None, self.filed)

    def filed(self, *_):
        self.reported.pop(0)
        if self.reported:
            self.file()

    # ---- a foreman ----

    def get_order(self, node, task, _):
        self.foremen[node].waiting.append(task)
        self.divide(node)

    def divide(self, node):
        foreman = self.foremen[node]
        if foreman.order is None and foreman.waiting:
            foreman.order = foreman.waiting.pop(0)
            foreman.reports = 0
            self.call(DIVIDE, node, foreman.order, None, self.fill_bag)

    def fill_bag(self, node, task, _):
        self.foremen[node].bag = list(range(self.degree))
        self.give_pieces(node)

    def give_pieces(self, node):
        foreman = self.foremen[node]
        while foreman.bag:
            worker = min(foreman.held, key=foreman.held.get)
            if foreman.held[worker] == 2:
                return
            if (self.planted("too few pieces", foreman.order)
                    and foreman.bag[0] == max(1, self.target[1])):
                self.blame(foreman.order, None, node, DIVIDE)
                foreman.bag = []
                return
            foreman.held[worker] += 1
            piece = foreman.bag.pop(0)
            self.send(node, worker, foreman.order, piece, "lost piece", self.get_piece)

    def get_report(self, node, task, piece, worker):
        foreman = self.foremen[node]
        foreman.held[worker] -= 1
        foreman.reports += 1
        self.give_pieces(node)
        if foreman.reports == self.degree:
            self.call(INSPECT, node, task, None, self.report_order)

    def report_order(self, node, task, _):
        self.send(node, 0, task, None, "lost result", self.get_result)
        self.foremen[node].order = None
        self.divide(node)

    # ---- a worker ----

    def get_piece(self, node, task, piece):
        mine = self.pieces.setdefault(node, [])
        mine.append((task, piece))
        if len(mine) == 1:
            self.call(WORK, node, task, piece, self.report_piece)

    def report_piece(self, node, task, piece):
        self.send(node, self.parent[node], task, piece, "lost report",
                  lambda foreman, task, piece: self.get_report(foreman, task, piece, node))
        mine = self.pieces[node]
        mine.pop(0)
        if mine:
            self.call(WORK, node, *mine[0], self.report_piece)

    # ---- the files ----

    def run(self):
        self.plan(0)
        while self.queue:
            self.now, _, action, arguments = heapq.heappop(self.queue)
            action(*arguments)

    def write(self, prefix):
        for suffix, lines in (
                ("spf", [f"{len(self.parent) + 1} 2 {self.ntasks} {self.degree} 1"]),
                ("tree", [f"{n} {p}" for n, p in self.parent.items()]),
                ("tvm", self.tvm), ("std", self.std)):
            with open(f"{prefix}.{suffix}", "w") as file:
                file.writelines(line + "\n" for line in lines)


def first_row(trellis, prefix):
    model = "tests/detrek/tasks/sites.vm"
    run = subprocess.run([trellis, "detrek", "--json", "--model", model, "-t", prefix + ".tree",
                          "-p", prefix], capture_output=True, text=True)
    if run.returncode == 2:
        return run.stderr.strip()
    found = json.loads(run.stdout)
    for row in found["errors"]:
        return "{} {} {node} {process}, {class}".format(row["task"], int(row["subtask"], 2), **row)
    return found["verdict"]


def main():
    trellis, directory, seeds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    wrong = 0
    for fault in FAULTS:
        for seed in range(1, seeds + 1):
            site = Site(seed, fault)
            site.run()
            site.write(directory + "/sites")
            got = first_row(trellis, directory + "/sites")
            if got != site.row or (fault == "none") != (got == "Success"):
                print(f"{fault}, seed {seed}: expected '{site.row}', got '{got}'")
                wrong += 1
    print(f"{len(FAULTS) * seeds - wrong} of {len(FAULTS) * seeds} first rows are right")
    return wrong > 0


sys.exit(main())
