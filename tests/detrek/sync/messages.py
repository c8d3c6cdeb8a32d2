"""messages.py TRELLIS DIRECTORY FIRST LAST MOST: random programs of threads on several nodes that send each other messages, and
receive them from anyone. A model, written apart, goes through all states of each program, with all messages that each receive
can get; `trellis order` must find the same orders and the same message races in its recording. At most MOST of the races of a
program are forced: the receive gets another message. Prints the counts, or what differs."""
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

static struct { int n, got[20]; } log[2];

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

static void
put(int node, int event, int number)
{
	nsend(&(Nmsg){.nh_node = node, .nh_event = event, .nh_type = 1, .nh_flags = NH_HAS_DATA, .nh_data = {number}});
}

static void
take(int thread, int event)
{
	Nmsg m = {.nh_event = event};

	nrecv(&m);
	log[thread].got[log[thread].n++] = m.nh_data[0];
}
"""


def program(r):
    """Operations of the threads (node, number), in an order in which they can be done: send (node, event), receive event."""
    threads = [(n, t) for n in range(3) for t in range(r.choice([1, 1, 2]))]
    ops = {t: [] for t in threads}
    waiting = {}
    for _ in range(r.randint(5, 8)):
        t = r.choice(threads)
        here = [e for (n, e), k in waiting.items() if n == t[0] and k > 0]
        if here and r.random() < 0.5:
            e = r.choice(here)
            waiting[t[0], e] -= 1
            ops[t].append(("recv", (t[0], e)))
        else:
            to = r.choice([0, 0, 0, 1, 2]), 500 + r.choice([0, 0, 1])
            waiting[to] = waiting.get(to, 0) + 1
            ops[t].append(("send", to))
    for (n, e), k in waiting.items():
        ops[r.choice([t for t in threads if t[0] == n])] += [("recv", (n, e))] * r.randint(0, k)
    return {t: o for t, o in ops.items()}


def text(r, ops):
    out, number = FRAME, 0
    for (n, t), o in ops.items():
        out += f"\nstatic void\nf{n}_{t}(void *x)\n{{\n\t(void)x;\n"
        for k, to in o:
            number += 1
            out += f"\twork({r.choice([1, 100, 1000])});\n"
            out += f"\tput({to[0]}, {to[1]}, {number});\n" if k == "send" else f"\ttake({t}, {to[1]});\n"
        out += "}\n"
    out += "\nint\nmain(void)\n{\n\tThread *t[2];\n\n\tswitch (getnodeid()) {\n"
    for n in range(3):
        mine = [t for m, t in ops if m == n]
        out += f"\tcase {n}:\n" + "".join(f"\t\tt[{t}] = thread_start(f{n}_{t}, 0, 2048, PRIORITY_LOW);\n" for t in mine)
        out += "".join(f"\t\tthread_join(t[{t}]);\n" for t in mine)
        out += "".join(f"\t\tfor (int i = 0; i < log[{t}].n; i++)\n\t\t\tprintf(\"got {n}.{t}.%d %d\\n\", i, log[{t}].got[i]);\n" for t in mine)
        out += "\t\tbreak;\n"
    return out + "\t}\n\tputs(\"ended\");\n\treturn 0;\n}\n"


# ---- the model ----

def explore(ops):
    """For each operation, how many of each thread's must come first; and the messages that each receive can get."""
    threads = list(ops)
    start = (tuple(0 for _ in threads), ())  # operations done; messages under way, in the order in which they were sent
    seen, todo, least, gets = {start}, [start], {}, {}
    while todo:
        done, away = todo.pop()
        for i, t in enumerate(threads):
            if done[i] == len(ops[t]):
                continue
            kind, to = ops[t][done[i]]
            after = done[:i] + (done[i] + 1,) + done[i + 1:]
            if kind == "send":
                states = [(after, away + ((i, done[i]),))]
            else:
                states, routes = [], set()
                for m in away:
                    node = threads[m[0]][0]
                    if ops[threads[m[0]]][m[1]][1] == to and node not in routes:
                        routes.add(node)  # later messages of that node arrive behind it
                        gets.setdefault((i, done[i]), set()).add(m)
                        states.append((after, tuple(x for x in away if x != m)))
            if states:
                least[i, done[i]] = tuple(map(min, least.get((i, done[i]), after), after))
            for s in states:
                if s not in seen:
                    seen.add(s)
                    todo.append(s)
    return least, gets


# ---- against trellis order ----

def place(ops, i, k):
    """The event of operation k of thread i: each thread begins with one event, and a receive is two."""
    t = list(ops)[i]
    return f"{t[0]}.{t[1] + 2}.{2 + k + sum(o[0] == 'recv' for o in ops[t][:k])}"


def run(r, *options):
    net = "topology t\n" + "".join(f"node n{n} type=T800 mem=1M {r.choice(TIMINGS[:4])}\n" for n in range(3))
    write("t.topo", net + "host h\nwire h.0 n0.0\nwire n0.1 n1.0\nwire n0.2 n2.0\nwire n1.1 n2.1\nend\n")
    _, out, err = call(trellis, "shell", *options, f"{tmp}/t.topo", f"{tmp}/script")
    got = dict(re.findall(r"got (\S+) (\d+)", out))
    return got if out.count("ended") == 3 else None, err.splitlines()[-1] if err else ""


def check(seed):
    r = random.Random(seed)
    ops = program(r)
    write("p.c", text(r, ops))
    write("script", f"spread\nloadgo n0-2 {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    if run(r, "--record", f"{tmp}/rec")[0] is None:
        return None  # a receive waits for ever
    least, gets = explore(ops)
    status, out, err = call(trellis, "order", "--json", f"{tmp}/rec")
    assert status < 2, err
    answer = json.loads(out)[0]
    stamps = {e["event"]: e["stamp"] for e in answer["events"]}
    names = {place(ops, i, k): (i, k) for i, t in enumerate(ops) for k in range(len(ops[t]))}
    for e, (i, k) in names.items():
        for j, t in enumerate(ops):
            n = stamps[e][answer["tasks"].index(f"{t[0]}.{t[1] + 2}")]
            must = sum(place(ops, j, x) in names and int(place(ops, j, x).split(".")[2]) <= n for x in range(len(ops[t])))
            assert must == least[i, k][j], f"seed {seed}: {e} needs {least[i, k][j]} of {t}, not {must}: {ops}"
    races = forced = 0
    listed, observed = set(), {}
    for x in answer["races"]:
        receive, message = names[x["receive"]], names[x["could_get"]]
        observed[receive] = names[x["got"]]
        listed.add((receive, list(ops)[message[0]][0]))
        assert not x["known"] or message in gets[receive], f"seed {seed}: {x}: {ops}"
        races += x["known"]
        if x["known"] and forced < most:
            forced += force(r, seed, x)
    for receive, messages in gets.items():
        assert receive in observed or len(messages) == 1, f"seed {seed}: {place(ops, *receive)} can get {messages}: {ops}"
        for m in messages - {observed.get(receive)}:
            assert len(messages) == 1 or (receive, list(ops)[m[0]][0]) in listed, f"seed {seed}: {place(ops, *receive)} can get {m}: {ops}"
    return len(names), races, forced


def force(r, seed, x):
    """Forces a run in which the receive comes before the message that it has got, and so gets another one."""
    status, schedule, err = call(trellis, "order", f"--witness={x['got']},{x['receive']}", f"{tmp}/rec")
    if status != 1:
        return 0  # that must be sent before
    write("schedule", schedule)
    _, said = run(r, "--sync-order", f"{tmp}/schedule")
    assert "all" in said and "operations in this order" in said, f"seed {seed}: {x}: {said}"
    return 1


total = [0, 0, 0, 0]
for seed in range(first, last + 1):
    result = check(seed)
    if result:
        total = [total[0] + 1, *(a + b for a, b in zip(total[1:], result))]
print(f"{total[0]} programs; {total[1]} operations as in the model; {total[2]} receives that could get other messages; {total[3]} of them forced")
