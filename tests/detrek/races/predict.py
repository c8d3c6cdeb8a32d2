"""predict.py TRELLIS DIRECTORY FIRST LAST: random programs of two or three threads with locks, semaphores and shared variables,
made, run and recorded. A model written apart, brute force over all states, says which pairs of lines can be about to access
a variable together. What `races --predict` finds in the run, or shows by another run, must be among these; and each of them
must be found, shown, or named as possible. Prints the counts, or what differs."""
import json
import os
import random
import sys

sys.path.insert(0, "tests/detrek/sync")
from random_run import *

first, last = int(sys.argv[3]), int(sys.argv[4])
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
    """All states that can be reached: pairs of accesses to one variable, one a store, both next in some state."""
    pairs, seen, todo = set(), set(), [((0,) * len(threads), tuple(values))]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        done, value = state
        ready = [t for t in range(len(threads)) if done[t] < len(threads[t])]
        for t in ready:
            what, which = threads[t][done[t]]
            for u in ready:
                other, its = threads[u][done[u]]
                if t < u and which == its and "store" in (what, other) and {what, other} <= {"load", "store"}:
                    pairs.add((f"x{which}", *sorted((at[t][done[t]], at[u][done[u]]))))
            if what == "W" and value[which] == 0:
                continue
            step = {"W": -1, "S": 1}.get(what, 0)
            todo.append((tuple(d + (i == t) for i, d in enumerate(done)),
                         tuple(v + step * (i == which and step != 0) for i, v in enumerate(value))))
    return pairs


def pairs_of(races):
    return {(r["variable"], *sorted(r[w]["place"]["line"] for w in ("first", "second"))) for r in races}


def check(seed):
    values, threads = threads_of(seed)
    text, at = text_of(values, threads, random.Random(seed + 1000000))
    write("p.c", text)
    write("script", f"spread\nloadgo n0 {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    if not record(TIMINGS[seed % len(TIMINGS)], seed):
        return None  # it ended in a deadlock: not all operations are known
    status, out, err = call(trellis, "races", "--predict", "--json", "--limit=0", f"{tmp}/rec")
    assert status in (0, 1), f"seed {seed}: {err}"
    told = json.loads(out)
    more = told["predicted"]
    seen, shown, possible = (pairs_of(r) for r in (told["races"], more["shown"], more["possible"]))
    wanted = model(values, threads, at)
    assert seen <= wanted, f"seed {seed}: not in the model: {seen - wanted}"
    assert shown <= wanted, f"seed {seed}: shown, but not in the model: {shown - wanted}"
    assert wanted <= seen | shown | possible, f"seed {seed}: not told: {wanted - seen - shown - possible}"
    assert not (seen | shown) & possible, f"seed {seed}: known, but told as possible"
    assert (status == 1) == bool(seen | shown), f"seed {seed}: exit status {status}"
    for r in more["shown"]:  # the recording shows it by itself
        _, again, _ = call(trellis, "races", "--json", "--limit=0", r["recording"])
        assert pairs_of([r]) <= pairs_of(json.loads(again)["races"]), f"seed {seed}: not in {r['recording']}"
        assert os.path.exists(r["order"])
    return len(seen), len(shown), len(possible & wanted), len(possible - wanted), len(wanted)


total, programs, deadlocks = [0] * 5, 0, 0
for seed in range(first, last + 1):
    counts = check(seed)
    programs += counts is not None
    deadlocks += counts is None
    if counts:
        total = [a + b for a, b in zip(total, counts)]
print(f"{programs} programs ({deadlocks} others ended in a deadlock): {total[4]} pairs in the model, {total[0]} in the runs, "
      f"{total[1]} shown, {total[2]} possible; {total[3]} possible that the model does not have")
assert total[1] > programs / 4, "too few are shown to say anything"
