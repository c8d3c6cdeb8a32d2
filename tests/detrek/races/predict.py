"""predict.py TRELLIS DIRECTORY FIRST LAST [waits | messages]: random programs of two or three threads with locks, semaphores and
shared variables, made, run and recorded; with `waits`, of two to four threads with nested locks and more semaphores; with
`messages`, of four or five threads on two nodes that also send each other messages. A model written apart, brute force over
all states, says which pairs of lines can be about to access a variable together, and which threads can wait for each other
for ever. What `races --predict` finds in the run, or shows by another run, must be among these; each pair must be found,
shown, or named as possible; and exactly these deadlocks must be shown. Prints the counts, or what differs."""
import json
import os
import random
import re
import shutil
import sys

sys.path.insert(0, "tests/detrek/sync")
from random_run import *

first, last, mode = int(sys.argv[3]), int(sys.argv[4]), (sys.argv[5:] + [""])[0]
VARIABLES = 3


def section(r, lock, accesses):
    """Some accesses, most of them within a lock; sometimes one is moved out of it."""
    inside = [("W", lock)] + accesses + [("S", lock)]
    if r.random() < 0.4:
        i = r.choice([0, len(inside) - 2])
        inside[i], inside[i + 1] = inside[i + 1], inside[i]
    return inside


def access(r):
    return r.choice(["load", "store"]), r.randrange(VARIABLES)


def threads_of(seed):
    """The semaphores' first values, and each thread's steps: W or S of a semaphore, load or store of a variable."""
    r = random.Random(seed)
    count, locks, signals = r.randint(2, 3), r.randint(1, 2), r.randint(0, 1)
    threads = [[] for _ in range(count)]
    for t in threads:
        for _ in range(r.randint(1, 2)):
            inner, outer = r.sample(range(locks), 2) if locks > 1 else (0, None)
            steps = section(r, inner, [access(r) for _ in range(r.randint(1, 2))])
            t += section(r, outer, steps + [access(r)]) if outer is not None and r.random() < 0.3 else steps
        if r.random() < 0.3:
            t.append(access(r))
    for s in range(locks, locks + signals):
        giver, taker = r.sample(range(count), 2)
        threads[giver].insert(r.randint(0, len(threads[giver])), ("S", s))
        threads[taker].insert(r.randint(0, len(threads[taker])), ("W", s))
    # some that are used as locks let two threads in
    return [r.choice([1, 1, 1, 2]) for _ in range(locks)] + [0] * signals, threads


def waiting_of(seed):
    """The same: sections within sections of other locks, signals that are awaited, and sometimes one signal or wait too many."""
    r = random.Random(seed)
    count, locks, signals = r.randint(2, 4), r.randint(2, 3), r.randint(0, 2)
    values = [r.choice([1, 1, 1, 1, 2]) for _ in range(locks)] + [r.choice([0, 0, 1]) for _ in range(signals)]
    threads = [[] for _ in range(count)]
    for t in threads:
        for _ in range(r.randint(1, 2)):
            steps = [access(r)] if r.random() < 0.3 else []
            for lock in r.sample(range(locks), r.choice([1, 2, 2, min(3, locks)])):
                steps = [("W", lock)] + steps + [("S", lock)]
            t += steps
    for s in range(locks, locks + signals):
        for _ in range(r.randint(1, 2)):
            giver, taker = r.sample(range(count), 2)
            threads[giver].insert(r.randint(0, len(threads[giver])), ("S", s))
            threads[taker].insert(r.randint(0, len(threads[taker])), ("W", s))
    if r.random() < 0.15:
        threads[r.randrange(count)].append((r.choice("SW"), r.randrange(locks + signals)))
    return values, threads


def messages_of(seed):
    """The same on two nodes: where each thread is, and what is not a semaphore but messages with an event, received on a node."""
    r = random.Random(seed)
    nodes = [0, 1, 0, 1] + [r.randint(0, 1) for _ in range(r.randint(0, 1))]
    threads, values, events = [[] for _ in nodes], [], {}
    for t, steps in enumerate(threads):
        others = [u for u in range(len(nodes)) if u != t and nodes[u] == nodes[t]]
        if others and r.random() < 0.7:
            values += [1]
            steps += [("W", len(values) - 1), ("S", len(values) - 1)]
            threads[r.choice(others)] += [("W", len(values) - 1), ("S", len(values) - 1)]
    for _ in range(r.randint(2, 3)):
        taker = r.randrange(len(nodes))
        values.append(0)
        events[len(values) - 1] = nodes[taker]
        for _ in range(r.randint(2, 3)):
            giver = r.choice([u for u in range(len(nodes)) if u != taker])
            taker = r.choice([u for u in range(len(nodes)) if nodes[u] == events[len(values) - 1] and u != giver] or [taker])
            threads[giver].insert(r.randint(0, len(threads[giver])), ("S", len(values) - 1))
            threads[taker].insert(r.randint(0, len(threads[taker])), ("W", len(values) - 1))
    return values, threads, nodes, events


def message_text(values, threads, nodes, events, r):
    """The program; events begin at 10. Its nodes end together, because a recorded host has no answers to one that ends alone."""
    lines = ["#include <kernel.h>", "#include <stdio.h>", "#include <t800.h>", "", f"static Semaphore s[{len(values)}];", "",
             "static void", "work(int n)", "{", "\tvolatile int i = 0;", "", "\twhile (n-- > 0)", "\t\ti++;", "}", ""]
    for name, call in ("put", "nsend"), ("get", "nrecv"):
        lines += ["static void", f"{name}(int node, int event)", "{", "\tint value = 0;", "\tNmsg m = {.nh_node = node, .nh_event = event,",
                  "\t\t.nh_type = 1, .nh_length = sizeof value, .nh_msg = &value};", "", f"\t{call}(&m);", "}", ""]
    for t, steps in enumerate(threads):
        lines += ["static void", f"f{t}(void *unused)", "{", "\t(void)unused;", f"\twork({r.randrange(6000)});"]
        for what, which in steps:
            at = f"({events[which]}, {10 + which})" if which in events else f"(&s[{which}])"
            lines.append("\t" + ({"W": "get", "S": "put"} if which in events else {"W": "sem_wait", "S": "sem_signal"})[what] + at + ";")
        lines += ["}", ""]
    lines += ["int", "main(void)", "{", f"\tThread *t[{len(threads)}];", ""]
    lines += [f"\tsem_init(&s[{i}], {v});" for i, v in enumerate(values)]
    for node in 0, 1:
        own = [t for t, n in enumerate(nodes) if n == node]
        lines.append(f"\tif (getnodeid() == {node}) {{")
        lines += [f"\t\tt[{t}] = thread_start(f{t}, 0, 2048, PRIORITY_LOW);" for t in own]
        lines += [f"\t\tthread_join(t[{t}]);" for t in own]
        lines += ["\t\tget(0, 9);\n\t\tput(1, 9);" if node == 0 else "\t\tput(0, 9);\n\t\tget(1, 9);", "\t}"]
    return "\n".join(lines + ["\tputs(\"ended\");", "}", ""])


def text_of(values, threads, r):
    """The program, and for each step of each thread its line."""
    lines = ["#include <kernel.h>", "#include <stdio.h>", "#include <t800.h>", "", f"static Semaphore s[{len(values)}];",
             "static volatile int " + ", ".join(f"x{i}" for i in range(VARIABLES)) + ";", "",
             "static void", "work(int n)", "{", "\tvolatile int i = 0;", "", "\twhile (n-- > 0)", "\t\ti++;", "}"]
    at = []
    for t, steps in enumerate(threads):
        lines += ["", "static void", f"f{t}(void *unused)", "{", "\tvolatile int got;", "", "\t(void)unused;", f"\twork({r.randrange(1500)});"]
        at.append([])
        for what, which in steps:
            lines.append({"W": f"\tsem_wait(&s[{which}]);", "S": f"\tsem_signal(&s[{which}]);", "load": f"\tgot = x{which};",
                          "store": f"\tx{which} = {t};"}[what])
            at[-1].append(len(lines))
        lines.append("}")
    lines += ["", "int", "main(void)", "{", f"\tThread *t[{len(threads)}];", ""]
    lines += [f"\tsem_init(&s[{i}], {v});" for i, v in enumerate(values)]
    lines += [f"\tt[{t}] = thread_start(f{t}, 0, 2048, PRIORITY_LOW);" for t in range(len(threads))]
    lines += [f"\tthread_join(t[{t}]);" for t in range(len(threads))]
    return "\n".join(lines + ["\tputs(\"ended\");", "}", ""]), at


def model(values, threads, at):
    """All states that can be reached: pairs of accesses to one variable, one a store, both next in some state; and the knots
    of those in which nothing can go on, with their numbers of states."""
    pairs, knots, seen, todo = set(), {}, set(), [((0,) * len(threads), tuple(values))]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        done, value = state
        ready = [t for t in range(len(threads)) if done[t] < len(threads[t])]
        moves = [t for t in ready if threads[t][done[t]][0] != "W" or value[threads[t][done[t]][1]] > 0]
        for t in ready:
            what, which = threads[t][done[t]]
            for u in ready:
                other, its = threads[u][done[u]]
                if t < u and which == its and "store" in (what, other) and {what, other} <= {"load", "store"}:
                    pairs.add((f"x{which}", *sorted((at[t][done[t]], at[u][done[u]]))))
        for t in moves:
            what, which = threads[t][done[t]]
            step = {"W": -1, "S": 1}.get(what, 0)
            todo.append((tuple(d + (i == t) for i, d in enumerate(done)),
                         tuple(v + step * (i == which and step != 0) for i, v in enumerate(value))))
        if ready and not moves:
            for k in knots_of(threads, done, ready):
                knots[k] = knots.get(k, 0) + 1
    return pairs, knots


def knots_of(threads, done, waiting):
    """Who waits for what: least sets of waiting threads that only threads of the set could release."""
    def could(u, which):
        level = most = 0
        for what, sem in threads[u][done[u]:]:
            level += {"W": -1, "S": 1}.get(what, 0) * (sem == which)
            most = max(most, level)
        return most > 0
    waits = {t: threads[t][done[t]][1] for t in waiting}
    knots = set()
    for t in waiting:
        closed = {t}
        while True:
            more = {u for s in closed for u in waiting if u != s and could(u, waits[s])} - closed
            if not more:
                break
            closed |= more
        knots.add(frozenset(closed))
    return {frozenset((t, f"s[{waits[t]}]") for t in k) for k in knots if not any(other < k for other in knots)}


def awaited(state):
    """The semaphore, or that which the model has for messages with an event."""
    message = re.search(r"to receive \((\d+), 1\)", state)
    return f"s[{int(message.group(1)) - 10}]" if message else re.search(r"\((s\[\d+\]) at ", state).group(1)


def knot_of(shown):
    """The same of a deadlock that was shown: threads by their functions, semaphores by their names."""
    return frozenset((next(int(f["function"][1:]) for f in t["stack"] if re.fullmatch(r"f\d", f["function"])), awaited(t["state"]))
                     for t in shown["threads"])


def record_pair(seed):
    call("rm", "-rf", f"{tmp}/rec")
    _, out, _ = call(trellis, "shell", "--seed", str(seed), "--record", f"{tmp}/rec", "programs/pair.topo", f"{tmp}/script")
    return out.splitlines().count("ended") == 2


def pairs_of(races):
    return {(r["variable"], *sorted(r[w]["place"]["line"] for w in ("first", "second"))) for r in races}


def check(seed):
    if mode == "messages":
        values, threads, nodes, events = messages_of(seed)
        text, at = message_text(values, threads, nodes, events, random.Random(seed + 1000000)), None
    else:
        values, threads = (waiting_of if mode == "waits" else threads_of)(seed)
        text, at = text_of(values, threads, random.Random(seed + 1000000))
    write("p.c", text)
    write("script", f"spread\nloadgo {'n0-1' if mode == 'messages' else 'n0'} {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    if not (record_pair(seed) if mode == "messages" else record(TIMINGS[seed % len(TIMINGS)], seed)):
        return None  # it ended in a deadlock: not all operations are known
    shutil.rmtree(f"{tmp}/rec.predicted", ignore_errors=True)
    status, out, err = call(trellis, "races", "--predict", "--json", "--limit=0", f"{tmp}/rec")
    assert status in (0, 1), f"seed {seed}: {err}"
    told = json.loads(out)
    more = told["predicted"]
    seen, shown, possible = (pairs_of(r) for r in (told["races"], more["shown"], more["possible"]))
    wanted, knots = model(values, threads, at)
    stuck = more["deadlocks"]
    known = {knot_of(d): d["states"] for d in stuck["shown"]}
    assert known == knots and stuck["complete"], f"seed {seed}: deadlocks {known}, in the model {knots}"
    assert len(known) == len(stuck["shown"]) and not stuck["possible"], f"seed {seed}: deadlocks shown twice, or possible"
    assert seen <= wanted, f"seed {seed}: not in the model: {seen - wanted}"
    assert shown <= wanted, f"seed {seed}: shown, but not in the model: {shown - wanted}"
    assert wanted <= seen | shown | possible, f"seed {seed}: not told: {wanted - seen - shown - possible}"
    assert not (seen | shown) & possible, f"seed {seed}: known, but told as possible"
    assert (status == 1) == bool(seen or shown or known), f"seed {seed}: exit status {status}"
    for r in more["shown"]:  # the recording shows it by itself
        _, again, _ = call(trellis, "races", "--json", "--limit=0", r["recording"])
        assert pairs_of([r]) <= pairs_of(json.loads(again)["races"]), f"seed {seed}: not in {r['recording']}"
        assert os.path.exists(r["order"])
    for d in stuck["shown"]:  # likewise, at its end
        status, again, _ = call(trellis, "races", "--json", d["recording"])
        assert status == 1 and json.loads(again)["deadlock"], f"seed {seed}: no deadlock in {d['recording']}"
        assert os.path.exists(d["order"])
    return len(seen), len(shown), len(possible & wanted), len(possible - wanted), len(wanted), len(known), stuck["runs"]


total, programs, deadlocks = [0] * 7, 0, 0
for seed in range(first, last + 1):
    counts = check(seed)
    programs += counts is not None
    deadlocks += counts is None
    if counts:
        total = [a + b for a, b in zip(total, counts)]
print(f"{programs} programs ({deadlocks} others ended in a deadlock): {total[4]} pairs in the model, {total[0]} in the runs, "
      f"{total[1]} shown, {total[2]} possible; {total[3]} possible that the model does not have; "
      f"{total[5]} kinds of deadlocks in the model, all shown by {total[6]} forced runs")
assert total[5 if mode else 1] > programs / 4, "too few are shown to say anything"
