"""nodes.py TRELLIS DIRECTORY FIRST LAST MOST: random programs of threads on several nodes that send messages to each
other; several threads may send the same event; some have high priority; some receives ask again and again, or until some time, and
some probe. Each is recorded, and its order forced on
machines with other timing: each receive gets the same message. For at most MOST pairs of operations of a program that
`trellis order` does not order, a run is forced into the other order; and no pair that it orders is reversed in a run in
which each receive gets the same message. Forced runs are recorded. Prints the counts, or what differs."""
import random
import re
import sys

from random_run import *

first, last, most = (int(a) for a in sys.argv[3:])
TIMINGS = ["wait=1", "wait=9", "wait=0 clock=30MHz onchip=16K", "wait=4 clock=17.5MHz"]

FRAME = r"""
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { STACK = 2048, MOST = 3000 };

static Semaphore s[1];
static struct { int n, got[80]; } log[8];
static char in[8][MOST], out[8][MOST];

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

static void
put(int thread, int node, int event, int nbytes, int number)
{
	Nmsg m = {.nh_node = node, .nh_event = event, .nh_type = 1, .nh_length = nbytes, .nh_msg = out[thread]};

	memcpy(out[thread], &number, sizeof number);
	nsend(&m);
}

static void
take(int thread, int event)
{
	Nmsg m = {.nh_event = event, .nh_length = MOST, .nh_msg = in[thread]};

	nrecv(&m);
	memcpy(&log[thread].got[log[thread].n++], in[thread], sizeof(int));
}

/* ask: receive without waiting, or not for long, until there is a message; how often there was none is in the log, too. */
static void
ask(int thread, int event, int until)
{
	Nmsg m = {.nh_event = event, .nh_length = MOST, .nh_msg = in[thread]};
	int misses = 0;

	/* not for ever: that would be a deadlock that does not end */
	while ((until ? nrecv_until(&m, getclock() + until) : ntry_recv(&m)) < 0 && misses < 300) {
		misses++;
		work(50);
	}
	memcpy(&log[thread].got[log[thread].n++], in[thread], sizeof(int));
	log[thread].got[log[thread].n++] = misses;
}

static void
probe(int thread, int event)
{
	Nmsg m = {.nh_event = event};

	log[thread].got[log[thread].n++] = nprobe(&m) < 0 ? -1 : m.nh_node;
}
"""


def program(r):
    """Each thread's operations, in an order in which they can be done; and some work between them."""
    nodes = r.randint(2, 4)
    threads = [r.randint(1, 2) for _ in range(nodes)]
    ops = [[[] for _ in range(t)] for t in threads]
    waiting, value, number = {}, [0] * nodes, 0
    for _ in range(r.randint(6, 14)):
        node = r.randrange(nodes)
        body = ops[node][r.randrange(threads[node])]
        me = ops[node].index(body) if ops[node].count(body) == 1 else next(i for i, b in enumerate(ops[node]) if b is body)
        body.append(f"work({r.randrange(1, 900)});")
        here = [e for (to, e), n in waiting.items() if to == node and n > 0]
        kind = r.random()
        if r.random() < 0.2:
            body.append(f"probe({me}, {500 + r.randrange(2)});")
        if here and kind < 0.5:
            event = r.choice(here)
            waiting[node, event] -= 1
            body.append(r.choice([f"take({me}, {event});", f"ask({me}, {event}, 0);", f"ask({me}, {event}, {r.choice([10, 2000])});"]))
        elif kind < 0.85:
            to, event = r.randrange(nodes), 500 + r.randrange(2)
            number += 1
            waiting[to, event] = waiting.get((to, event), 0) + 1
            body.append(f"put({me}, {to}, {event}, {r.choice([4, 4, 100, 2900])}, {number});")
        elif value[node] > 0:
            value[node] -= 1
            body.append("sem_wait(s);")
        else:
            value[node] += 1
            body.append("sem_signal(s);")
    for (to, event), n in waiting.items():
        me = r.randrange(threads[to])
        ops[to][me] += [f"take({me}, {event});"] * n
    text = FRAME
    for n in range(nodes):
        for t in range(threads[n]):
            text += f"\nstatic void\nf{n}_{t}(void *x)\n{{\n\t(void)x;\n\t" + "\n\t".join(ops[n][t]) + "\n}\n"
    text += "\nint\nmain(void)\n{\n\tThread *t[8];\n\n\tsem_init(s, 0);\n\tswitch (getnodeid()) {\n"
    for n in range(nodes):
        text += f"\tcase {n}:\n"
        for t in range(threads[n]):
            priority = "LOW" if any("sem_" in o or "ask" in o or "probe" in o for o in ops[n][t]) else r.choice(["LOW", "LOW", "HIGH"])
            text += f"\t\tt[{t}] = thread_start(f{n}_{t}, 0, STACK, PRIORITY_{priority});\n"
        for t in range(threads[n]):
            text += f"\t\tthread_join(t[{t}]);\n"
        for t in range(threads[n]):
            text += (f"\t\tfor (int i = 0; i < log[{t}].n; i++)\n\t\t\tprintf(\"got {n}.{t}.%d %d\\n\", i, log[{t}].got[i]);\n")
        text += "\t\tbreak;\n"
    return nodes, text + "\t}\n\tputs(\"ended\");\n\treturn 0;\n}\n"


def net(r, nodes):
    """A tree of nodes, each with a timing of its own."""
    text, free = "topology t\n", []
    for n in range(nodes):
        text += f"node n{n} type=T800 mem=1M {r.choice(TIMINGS)}\n"
    text += "host h\nwire h.0 n0.0\n"
    free = [(0, l) for l in (1, 2, 3)]
    for n in range(1, nodes):
        at = free.pop(r.randrange(len(free)))
        text += f"wire n{at[0]}.{at[1]} n{n}.0\n"
        free += [(n, l) for l in (1, 2, 3)]
    write("t.topo", text + "end\n")
    return f"{tmp}/t.topo"


def run(r, nodes, *options):
    """Runs the program on a new machine. Returns what each receive got, and what is said of the order."""
    _, out, err = call(trellis, "shell", "--seed", str(r.randrange(1000)), *options, net(r, nodes), f"{tmp}/script")
    said = re.findall(r"all \d+ operations in this order|the run left the order.*|the run ended before.*|\d+ receives without waiting.*", err)
    if out.count("ended") != nodes:
        return None, said
    return sorted(re.findall(r"got \S+ -?\d+", out)), said


def check(seed):
    r = random.Random(seed)
    nodes, text = program(r)
    write("p.c", text)
    write("script", f"spread\nloadgo n0-{nodes - 1} {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    got, _ = run(r, nodes, "--record", f"{tmp}/rec")
    call(trellis, "export", "sync", "-o", f"{tmp}/log", f"{tmp}/rec")
    if got is None:
        return None  # it ended in a deadlock
    tasks, must = musts()

    def ordered(e, f):
        task, number = e.rsplit(".", 1)
        return must[f][tasks.index(task)] >= int(number)

    def check_order(recording):
        """No pair comes in another order than `trellis order` says."""
        events = observed_events(recording)
        for i, e in enumerate(events):
            for f in events[i + 1:]:
                assert not ordered(f, e), f"seed {seed}: {e} came before {f}, which must come first"
        return events

    events = check_order(f"{tmp}/rec")
    differ = sum(replay(r, seed, nodes, got, check_order) for _ in range(3))
    pairs = [(e, f) for i, e in enumerate(events) for f in events[i + 1:] if not ordered(e, f)]
    pairs = r.sample(pairs, min(len(pairs), most))
    for e, f in pairs:
        reverse(r, seed, nodes, e, f)
    return differ, len(pairs)


def replay(r, seed, nodes, got, check_order):
    """Forces the recorded order on another machine. Returns whether a free run gets other messages there."""
    state = r.getstate()
    free, _ = run(r, nodes, "--record", f"{tmp}/free")
    if free == got:
        check_order(f"{tmp}/free")
    r.setstate(state)
    forced, said = run(r, nodes, "--sync-order", f"{tmp}/log", "--record", f"{tmp}/forced")
    assert said and said[0].startswith("all"), f"seed {seed}: {said}"
    assert forced == got, f"seed {seed}: got {forced}, not {got}"
    assert len(said) == 1, f"seed {seed}: {said}"
    check_order(f"{tmp}/forced")
    call(trellis, "export", "sync", "-o", f"{tmp}/recorded", f"{tmp}/forced")
    assert open(f"{tmp}/log", "rb").read() == open(f"{tmp}/recorded", "rb").read(), f"seed {seed}: another log"
    return free != got


def observed_events(recording):
    """Operations of a recording, as `trellis order` numbers them: a receive is two events."""
    count, events = {}, []
    _, out, _ = call(trellis, "order", "--no-deadlock", "--method=bounds", recording)
    missed = set(re.findall(r"^stamp (\S+) S>\S*\.none", out, re.M))
    status, _, err = call(trellis, "export", "mtr", "-o", f"{tmp}/mtr", recording)
    assert status == 0, err
    for words in map(str.split, open(f"{tmp}/mtr")):
        n = {"P": 1, "V": 1, "send": 1, "recv": 2, "unblk": 1}.get(words[1], 0)
        if words[2].endswith((".high", ".ends")):
            continue
        while words[0] != "start" and f"{words[0]}.{count.get(words[0], 0) + 1}" in missed:
            count[words[0]] = count.get(words[0], 0) + 1
        for _ in range(n):
            count[words[0]] = count.get(words[0], 0) + 1
            events.append((f"{words[0]}.{count[words[0]]}", "run-" in words[2]))
    return [e for e, is_run in events if not is_run]


def reverse(r, seed, nodes, e, f):
    """Forces a run in which f comes before e. The recording of a node's operations has them in the order of their times."""
    status, schedule, err = call(trellis, "order", f"--witness={e},{f}", f"{tmp}/rec")
    assert status == 1, f"seed {seed}: no schedule with {f} before {e}: {err}"
    write("schedule", schedule)
    _, said = run(r, nodes, "--sync-order", f"{tmp}/schedule", "--record", f"{tmp}/forced")
    assert said and said[0].startswith("all"), f"seed {seed}: {f} before {e}: {said}"
    forced = observed_events(f"{tmp}/forced")
    if e.split(".")[0] == f.split(".")[0] and e in forced:
        assert forced.index(f) < forced.index(e), f"seed {seed}: {e} came before {f} in the forced run"


total = [0, 0, 0]
for seed in range(first, last + 1):
    result = check(seed)
    if result:
        total = [total[0] + 1, *(a + b for a, b in zip(total[1:], result))]
print(f"{total[0]} programs; of {3 * total[0]} other machines {total[1]} gave other messages without the order; "
      f"{total[2]} unordered pairs reversed")
