"""rendezvous.py TRELLIS DIRECTORY FIRST LAST MOST: random programs of threads, semaphores and channels that are used in both
directions, some by alternatives. The order of each is forced on another machine: alternatives take the same channels. A model,
written apart, goes through all states of each program; `trellis order` must find the same orders and the same deadlocks in its
recording, and the same channels that alternatives could have taken instead. For at most MOST pairs of operations that are not
ordered, a run is forced that reverses them, and for each of these channels one in which it is taken. Prints the counts, or what
differs."""
import itertools
import json
import random
import re
import sys

from random_run import *

first, last, most = (int(a) for a in sys.argv[3:6])

FRAME = r"""
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { NONE = 9, SEEN = 5 };

static Semaphore s[2];
static Channel c[3];
static int took[4][20], ntook[4];

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

/* either: input from both channels, from the one first that has a sender. */
static void
either(int me, int a, int b)
{
	Channel *const both[] = {&c[a], &c[b]};
	int k = alt_channels(both, 2);

	channel_in_word(both[k]);
	took[me][ntook[me]++] = k ? b : a;
	alt_channels(&both[!k], 1);
	channel_in_word(both[!k]);
}

/* glance: see first whether one of them has a sender. */
static void
glance(int me, int a, int b)
{
	Channel *const both[] = {&c[a], &c[b]};

	int k = alt_channels_skip(both, 2);

	took[me][ntook[me]++] = k < 0 ? NONE : SEEN + (k ? b : a);
	either(me, a, b);
}
"""

NONE, SEEN = 9, 5


def program(r):
    """Each thread's operations, in an order in which they can be done. A channel belongs to two threads."""
    threads = r.randint(2, 4)
    ends = [r.sample(range(threads), 2) for _ in range(r.randint(1, 3))]
    value, ops = [0, 0], [[] for _ in range(threads)]
    for _ in range(r.randint(4, 9)):
        shared = [(x, y, a) for x in range(len(ends)) for y in range(x) for a in set(ends[x]) & set(ends[y])]
        if shared and r.random() < 0.4:
            x, y, a = r.choice(shared)
            for c in (x, y):
                ops[sum(ends[c]) - a].append(("out", c))
            ops[a].append((r.choice(("either", "either", "glance")), (x, y)))
        elif r.random() < 0.4:
            c = r.randrange(len(ends))
            a, b = r.sample(ends[c], 2)
            ops[a].append(("out", c))
            ops[b].append(("in", c))
        else:
            s, t = r.choice([0, 0, 0, 1]), r.randrange(threads)
            wait = value[s] > 0 and r.random() < 0.8
            value[s] += -1 if wait else 1
            ops[t].append(("wait" if wait else "signal", s))
    return ops


def text(r, ops):
    call_of = {"out": "channel_out_word(&c[%d], 0);", "in": "channel_in_word(&c[%d]);", "wait": "sem_wait(&s[%d]);",
               "signal": "sem_signal(&s[%d]);", "either": "either(%d, %d, %d);", "glance": "glance(%d, %d, %d);"}
    out, n = FRAME, len(ops)
    for i, o in enumerate(ops):
        lines = "".join(f"\twork({r.choice([1, 50, 300, 900])}); {call_of[k] % ((i, *x) if k in ('either', 'glance') else x)}\n" for k, x in o)
        out += f"\nstatic void\nf{i}(void *x)\n{{\n\t(void)x;\n{lines}}}\n"
    out += f"\nint\nmain(void)\n{{\n\tThread *t[{n}];\n\n\tfor (int i = 0; i < 2; i++)\n\t\tsem_init(&s[i], 0);\n"
    out += "\tfor (int i = 0; i < 3; i++)\n\t\tchannel_init(&c[i]);\n"
    out += "".join(f"\tt[{i}] = thread_start(f{i}, 0, 2048, PRIORITY_LOW);\n" for i in range(n))
    out += f"\tfor (int i = 0; i < {n}; i++)\n\t\tthread_join(t[i]);\n\tfor (int i = 0; i < {n}; i++)\n"
    return out + '\t\tfor (int k = 0; k < ntook[i]; k++)\n\t\t\tprintf("%d took %d\\n", i, took[i][k]);\n\tputs("ended");\n}\n'


# ---- the model ----

def events_of(ops, took):
    """A channel is two events: the thread arrives, the thread has met another one. By an alternative, it arrives when the other
    has; took: the channels that they took first, of each thread."""
    events = []
    for o, taken in zip(ops, took):
        events.append([])
        for k, x in o:
            if k in ("either", "glance"):
                seen = taken.pop(0) if k == "glance" else NONE
                if k == "glance" and seen == NONE:
                    events[-1].append(("none", x))
                a = taken.pop(0)
                b = sum(x) - a
                # who was seen is there: no channel after that one is taken
                events[-1] += [("found", a, seen != SEEN + x[0] or b == x[0]), ("arrive", a), ("found", b, False), ("arrive", b)]
            else:
                events[-1] += [("arrive", x), ("met", x)] if k in ("in", "out") else [(k, x)]
    return events


def steps(events, state):
    """The states after one more event. A thread that has arrived has met the other one when that has arrived as often."""
    done, value = state
    for t, d in enumerate(done):
        if d == len(events[t]):
            continue
        kind, x = events[t][d][:2]
        now = list(value)
        if kind == "found":
            mine = events[t][:d].count(("arrive", x))
            if not any(u != t and events[u][:done[u]].count(("arrive", x)) > mine for u in range(len(events))):
                continue
        elif kind == "met":
            arrived = events[t][:d].count(("arrive", x))
            if not any(u != t and events[u][:done[u]].count(("arrive", x)) >= arrived for u in range(len(events))):
                continue
        elif kind == "signal":
            now[x] += 1
        elif kind == "wait":
            if now[x] == 0:
                continue
            now[x] -= 1
        yield t, (done[:t] + (d + 1,) + done[t + 1:], tuple(now))


def explore(events):
    """For each event, how many of each thread's must come first; and the deadlocks."""
    start = ((0,) * len(events), (0, 0))
    seen, todo, least, deadlocks = {start}, [start], {}, set()
    while todo:
        state = todo.pop()
        following = list(steps(events, state))
        for t, after in following:
            e = (t, after[0][t])
            least[e] = tuple(map(min, least.get(e, after[0]), after[0]))
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if not following and any(d < len(e) for d, e in zip(state[0], events)):
            deadlocks.add(state[0])
    return least, deadlocks


def uses(ops, c):
    """How a thread uses a channel: True for an output."""
    return [k == "out" for k, x in ops if k in ("in", "out") and x == c or k in ("either", "glance") and c in x]


def others(ops, events):
    """Which other senders alternatives could have found: (event of the alternative, event of the sender's arrival)."""
    pairs, states = set(), {((0,) * len(events), (0, 0))}
    todo = list(states)
    while todo:
        state = todo.pop()
        for t, d in enumerate(state[0]):
            kind, x, *other = events[t][d] if d < len(events[t]) else (None, None)
            # an alternative is found, arrive, found, arrive; at its first event it could find the other channel
            for c in x if kind == "none" else (events[t][d + 2][1],) if kind == "found" and other[0] else ():
                mine = events[t][:d].count(("arrive", c))
                for u in range(len(events)):
                    arrivals = [i for i, e in enumerate(events[u]) if e == ("arrive", c)]
                    if u != t and len(arrivals) > mine and state[0][u] > arrivals[mine] and uses(ops[u], c)[mine]:
                        pairs.add(((t, d + 1), (u, arrivals[mine] + 1)))
        for _, after in steps(events, state):
            if after not in states:
                states.add(after)
                todo.append(after)
    return pairs


# ---- against trellis order ----

def claims(n, events):
    """What `order` says of the threads' own events: thread t is task 0.(t + 2), and its first event is its beginning."""
    _, out, err = call(trellis, "order", f"{tmp}/rec")
    assert out, err
    lines = [line.split() for line in out.splitlines()]
    tasks = out.splitlines()[next(i for i, l in enumerate(lines) if "stamps" in l)].split("order ")[-1].split()
    at = [tasks.index(f"0.{t + 2}") for t in range(n)]
    stamps = {l[1]: [int(w) for w in l[3:]] for l in lines if l[0] == "stamp"}
    least = {(t, k): tuple(max(0, stamps[f"0.{t + 2}.{k + 1}"][a] - 1) for a in at) for t in range(n) for k in range(1, len(events[t]) + 1)}
    _, out, _ = call(trellis, "order", "--json", f"{tmp}/rec")
    deadlocks = json.loads(out)[0]["deadlocks"]
    return least, {tuple(min(max(0, d[a] - 1), len(events[t])) for t, a in enumerate(at)) for d in deadlocks}


def name(e):
    return f"0.{e[0] + 2}.{e[1] + 1}"


def reverse(seed, e, f):
    """Forces a run in which f comes before e."""
    status, schedule, err = call(trellis, "order", f"--witness={name(e)},{name(f)}", f"{tmp}/rec")
    assert status == 1, f"seed {seed}: no schedule with {name(f)} before {name(e)}: {err}"
    write("schedule", schedule)
    _, _, err = call(trellis, "shell", "--sync-order", f"{tmp}/schedule", topology(random.choice(TIMINGS)), f"{tmp}/script")
    # behind the schedule the run may end in a deadlock, of which more is said
    assert re.search(r": all \d+ operations in this order$", err, re.M), f"seed {seed}: {name(f)} before {name(e)}: {err}"


def told():
    """The alternatives that `order` says could have taken another channel, and the arrivals there."""
    _, out, _ = call(trellis, "order", f"{tmp}/rec")
    return set(re.findall(r"^race (\S+) \(\S+\) got (?:none|\S+ \(\S+\)), could get (\S+) \(\S+\)$", out, re.M))


def take(seed, receive, send):
    """Forces a run in which an alternative takes that sender's channel."""
    status, schedule, err = call(trellis, "order", f"--match={send},{receive}", f"{tmp}/rec")
    assert status == 1 and schedule.startswith("# may"), f"seed {seed}: {receive} does not get {send}: {schedule}{err}"
    write("schedule", schedule)
    _, _, err = call(trellis, "shell", "--sync-order", f"{tmp}/schedule", topology(random.choice(TIMINGS)), f"{tmp}/script")
    assert re.search(r": all \d+ operations in this order$", err, re.M), f"seed {seed}: {receive} gets {send}: {err}"


def run(timing, *options):
    """The channels that alternatives took first, with their threads; None: it has not ended."""
    _, out, err = call(trellis, "shell", *options, topology(timing), f"{tmp}/script")
    took = [(int(i), int(c)) for i, c in re.findall(r"(\d) took (\d)", out)]
    return None if "ended" not in out.splitlines() else (took, err) if "--sync-order" in options else took


def replay(seed, took):
    """Forces the order on another machine."""
    call(trellis, "export", "sync", "-o", f"{tmp}/log", f"{tmp}/rec")
    again, err = run(random.choice(TIMINGS), "--sync-order", f"{tmp}/log") or (None, "it has not ended")
    assert again == took and "operations in this order" in err and "alternatives" not in err, f"seed {seed}: {took}, {again}: {err}"


def check(seed):
    r = random.Random(seed)
    ops = program(r)
    write("p.c", text(r, ops))
    write("script", f"spread\nloadgo n0 {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    took = run(random.choice(TIMINGS), "--record", f"{tmp}/rec")
    if took is None:
        return None  # it ended in a deadlock
    replay(seed, took)
    events = events_of(ops, [[c for i, c in took if i == t] for t in range(len(ops))])
    wanted, got = explore(events), claims(len(ops), events)
    for e in wanted[0]:
        assert wanted[0][e] == got[0][e], f"seed {seed}: {name(e)} needs {wanted[0][e]}, not {got[0][e]}: {ops}"
    assert wanted[1] == got[1], f"seed {seed}: deadlocks {wanted[1] ^ got[1]}: {ops}"
    races = {(name(e), name(f)) for e, f in others(ops, events)}
    assert races == told(), f"seed {seed}: alternatives {races ^ told()}: {ops}"
    for receive, send in races:
        take(seed, receive, send)
    pairs = [(e, f) for e, f in itertools.permutations(wanted[0], 2) if e[0] != f[0] and wanted[0][f][e[0]] < e[1]]
    for e, f in r.sample(pairs, min(len(pairs), most)):
        reverse(seed, e, f)
    return len(wanted[0]), len(wanted[1]), len(races), min(len(pairs), most)


if __name__ == "__main__":
    total = [0, 0, 0, 0, 0]
    for seed in range(first, last + 1):
        random.seed(seed)
        result = check(seed)
        if result:
            total = [total[0] + 1, *(a + b for a, b in zip(total[1:], result))]
    print(f"{total[0]} programs; {total[1]} operations and {total[2]} deadlocks as in the model, {total[3]} channels taken "
          f"instead; {total[4]} unordered pairs reversed")
