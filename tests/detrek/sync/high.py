"""high.py TRELLIS DIRECTORY FIRST LAST: random programs whose threads have both priorities, and that synchronise by
semaphores, channels, messages, and at high priority by memory with runp and stopp, as TrEK's places do. Each is recorded,
and its order forced on machines with other timing: all operations come in this order, what the threads see is the same,
and so is the log of the forced run's recording. A free run on such a machine may differ. Prints the counts, or what
differs."""
import random
import re
import sys

from random_run import *

first, last = (int(a) for a in sys.argv[3:])
TIMINGS = ["wait=1", "wait=9", "wait=0 clock=30MHz onchip=16K", "wait=4 clock=17.5MHz"]
SEMAPHORES, PLACES, THREADS = 2, 2, 4

FRAME = r"""
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { STACK = 2048, MOST = 3000, THREADS = 4, SEEN = 100 };

static Semaphore s[2];
static Channel channel[THREADS][THREADS];
static struct { int n, got[SEEN]; } seen[THREADS];
static struct { int n, by[SEEN]; } turns; /* of threads of high priority, in their order */
static char in[THREADS][MOST], out[THREADS][MOST];

typedef struct Sleeper {
	struct Sleeper *next;
	uint32_t wdesc;
} Sleeper;

/* At high priority only: a count, and those that wait for it. */
static struct { int free; Sleeper *first, **last; } place[2] = {{0, 0, &place[0].first}, {0, 0, &place[1].first}};

static void
see(int me, int what)
{
	seen[me].got[seen[me].n++] = what;
	if (process_priority() == PRIORITY_HIGH && turns.n < SEEN)
		turns.by[turns.n++] = me;
}

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

static void
acquire(int me, int p)
{
	Sleeper mine = {0, (uint32_t)__t800_wptr()};
	int waits = place[p].free == 0;

	if (waits) {
		*place[p].last = &mine;
		place[p].last = &mine.next;
		__t800_stopp();
	} else {
		place[p].free--;
	}
	see(me, waits);
}

static void
release(int p)
{
	Sleeper *w = place[p].first;

	if (!w) {
		place[p].free++;
		return;
	}
	place[p].first = w->next;
	if (!w->next)
		place[p].last = &place[p].first;
	__t800_runp(w->wdesc);
}

static void
pass(int me, int n)
{
	int got = sem_try(&s[n]) == 0;

	see(me, got);
	if (got)
		sem_signal(&s[n]);
}

static void
put(int me, int node, int event, int nbytes, int number)
{
	Nmsg m = {.nh_node = node, .nh_event = event, .nh_type = 1, .nh_length = nbytes, .nh_msg = out[me]};

	memcpy(out[me], &number, sizeof number);
	nsend(&m);
}

static void
hand(int me, int event, int number)
{
	Nmsg m = {.nh_event = event, .nh_type = 1, .nh_length = 4, .nh_msg = out[me]};

	memcpy(out[me], &number, sizeof number);
	ksend(&m);
}

static void
take(int me, int event)
{
	Nmsg m = {.nh_event = event, .nh_length = MOST, .nh_msg = in[me]};
	int number;

	nrecv(&m);
	memcpy(&number, in[me], sizeof number);
	see(me, number);
}
"""


def program(r):
    """Each thread's operations, in an order in which they can be done; and some work between them."""
    nodes = r.randint(1, 3)
    high = [[r.random() < 0.5 for _ in range(r.randint(2, THREADS))] for _ in range(nodes)]
    ops = [[[] for _ in h] for h in high]
    signals, free, waiting, number = {}, {}, {}, 0
    for _ in range(r.randint(10, 30)):
        node = r.randrange(nodes)
        me, other = r.sample(range(len(high[node])), 2)
        body, kind, n = ops[node][me], r.randrange(9), r.randrange(2)
        if r.random() < 0.7:
            body.append(f"work({r.choice([3, 30, 300])});")
        here = [e for (to, e), count in waiting.items() if to == node and count > 0]
        number += 1
        if kind == 0:
            signals[node, n] = signals.get((node, n), 0) + 1
            body.append(f"sem_signal(&s[{n}]);")
        elif kind == 1 and signals.get((node, n), 0) > 0:
            signals[node, n] -= 1
            body.append(f"sem_wait(&s[{n}]);")
        elif kind == 2:
            body.append(f"pass({me}, {n});")
        elif kind == 3 and high[node][me]:
            free[node, n] = free.get((node, n), 0) + 1
            body.append(f"release({n});")
        elif kind == 4 and high[node][me] and free.get((node, n), 0) > 0:
            free[node, n] -= 1
            body.append(f"acquire({me}, {n});")
        elif kind == 5:
            body.append(f"channel_out_word(&channel[{me}][{other}], {number});")
            ops[node][other].append(f"see({other}, channel_in_word(&channel[{me}][{other}]));")
        elif kind == 6 and here:
            event = r.choice(here)
            waiting[node, event] -= 1
            body.append(f"take({me}, {event});")
        elif kind == 7:
            event = 700 + 10 * me + other
            body.append(f"hand({me}, {event}, {number});")
            ops[node][other].append(f"take({other}, {event});")
        else:
            to, event = r.randrange(nodes), 500 + r.randrange(2)
            waiting[to, event] = waiting.get((to, event), 0) + 1
            body.append(f"put({me}, {to}, {event}, {r.choice([4, 100, 2900])}, {number});")
    for (to, event), count in waiting.items():
        me = r.randrange(len(high[to]))
        ops[to][me] += [f"take({me}, {event});"] * count
    return nodes, text_of(nodes, high, ops)


def text_of(nodes, high, ops):
    text = FRAME
    for n in range(nodes):
        for t, body in enumerate(ops[n]):
            text += f"\nstatic void\nf{n}_{t}(void *x)\n{{\n\t(void)x;\n\t" + "\n\t".join(body) + "\n}\n"
    text += "\nint\nmain(void)\n{\n\tThread *t[THREADS];\n\tint n = 0;\n\n"
    text += "\tfor (int i = 0; i < THREADS * THREADS; i++)\n\t\tchannel_init(&channel[0][0] + i);\n\tswitch (getnodeid()) {\n"
    for n in range(nodes):
        text += f"\tcase {n}:\n"
        for t, is_high in enumerate(high[n]):
            text += f"\t\tt[n++] = thread_start(f{n}_{t}, 0, STACK, PRIORITY_{'HIGH' if is_high else 'LOW'});\n"
        text += "\t\tbreak;\n"
    return text + r"""	}
	for (int i = 0; i < n; i++)
		thread_join(t[i]);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < seen[i].n; k++)
			printf("got %d.%d.%d %d\n", (int)getnodeid(), i, k, seen[i].got[k]);
	for (int i = 0; i < turns.n; i++)
		printf("got %d turn %d %d\n", (int)getnodeid(), i, turns.by[i]);
	puts("ended");
	return 0;
}
"""


def net(r, nodes):
    """A chain of nodes, each with a timing of its own."""
    text = "topology t\n"
    for n in range(nodes):
        text += f"node n{n} type=T800 mem=1M {r.choice(TIMINGS)}\n"
    text += "host h\nwire h.0 n0.0\n"
    for n in range(1, nodes):
        text += f"wire n{n - 1}.2 n{n}.1\n"
    write("t.topo", text + "end\n")
    return f"{tmp}/t.topo"


def run(r, nodes, *options):
    """Runs the program on a new machine. Returns what its threads saw, and what is said of the order."""
    _, out, err = call(trellis, "shell", "--seed", str(r.randrange(1000)), *options, net(r, nodes), f"{tmp}/script")
    said = re.findall(r"all \d+ operations in this order|the run left the order.*|the run ended before.*", err)
    return sorted(re.findall(r"got .*", out)) if out.count("ended") == nodes else None, said


def logged(name, recording):
    status, _, err = call(trellis, "export", "sync", "-o", f"{tmp}/{name}", f"{tmp}/{recording}")
    assert status == 0, err
    return open(f"{tmp}/{name}", "rb").read()


def check(seed):
    """Returns how many of three free runs on other machines differ; None if the recorded run has a deadlock."""
    r = random.Random(seed)
    nodes, text = program(r)
    write("p.c", text)
    write("script", f"spread\nloadgo n0-{nodes - 1} {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    got, _ = run(r, nodes, "--record", f"{tmp}/rec")
    if got is None:
        return None
    log, differ = logged("log", "rec"), 0
    for _ in range(3):
        state = r.getstate()
        free, _ = run(r, nodes)
        differ += free != got
        r.setstate(state)
        forced, said = run(r, nodes, "--sync-order", f"{tmp}/log", "--record", f"{tmp}/forced")
        assert said and said[0].startswith("all"), f"seed {seed}: {said}"
        assert forced == got, f"seed {seed}: got {forced}, not {got}"
        assert logged("again", "forced") == log, f"seed {seed}: another log"
    return differ


results = [check(seed) for seed in range(first, last + 1)]
whole = [d for d in results if d is not None]
print(f"{len(whole)} programs; of {3 * len(whole)} other machines {sum(whole)} gave another result without the order")
