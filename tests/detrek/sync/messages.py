"""messages.py TRELLIS DIRECTORY FIRST LAST MOST: random programs of threads on several nodes that send each other messages, some
without a buffer, of several types, and receive them from anyone, some without waiting. A model, written apart, goes through all
states of each program: messages are under way, arrive, and are held; the first one that matches is received. `trellis order` must
find the same message races and deadlocks in its recording, and no order that the model breaks; if types and waiting play no part,
the same orders. At most MOST of the races of a program are forced: the receive gets the other message, or none. Free runs on other
machines must not show what order excludes. Prints the counts, or what differs."""
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

static Nmsg
message(int node, int event, int type, int number)
{
	return (Nmsg){.nh_node = node, .nh_event = event, .nh_type = type, .nh_flags = NH_HAS_DATA, .nh_data = {number}};
}

static void
put(int node, int event, int type, int number)
{
	Nmsg m = message(node, event, type, number);

	nsend(&m);
}

static void
hand(int node, int event, int type, int number)
{
	Nmsg m = message(node, event, type, number);

	ksend(&m);
}

static void
note(int thread, int number)
{
	log[thread].got[log[thread].n++] = number;
}

static void
take(int thread, int event, int type)
{
	Nmsg m = {.nh_event = event, .nh_type = type};

	nrecv(&m);
	note(thread, m.nh_data[0]);
}

static void
try(int thread, int event, int type)
{
	Nmsg m = {.nh_event = event, .nh_type = type};

	note(thread, ntry_recv(&m) < 0 ? -1 : (int)m.nh_data[0]);
}

static void
until(int thread, int event, int type)
{
	Nmsg m = {.nh_event = event, .nh_type = type};

	note(thread, nrecv_until(&m, getclock() + 300) < 0 ? -1 : (int)m.nh_data[0]);
}
"""

TYPES = {1: [0, 1, 1, 3], 2: [0, 2, 2, 3]}  # of a send: what a receive for it may ask for
NONE = -1


def program(r):
    """Operations of the threads (node, number): (what, (node, event), type). The plain ones have one type, buffers, and wait."""
    threads = [(n, t) for n in range(3) for t in range(r.choice([1, 1, 2]))]
    plain = r.random() < 0.25
    typed, handed, tried = (0, 0, 0) if plain else (r.choice([0, 1, 1]), r.choice([0, 0.4]), r.choice([0, 0.3]))
    ops = {t: [] for t in threads}
    waiting = []
    for _ in range(r.randint(5, 8)):
        t = r.choice(threads)
        here = [m for m in waiting if m[0][0] == t[0] and m[2] != t]
        if here and r.random() < 0.5:
            m = r.choice(here)
            waiting.remove(m)
            what = r.choice(["try", "until"]) if r.random() < tried else "take"
            ops[t].append((what, m[0], r.choice(TYPES[m[1]]) if typed else 0))
        else:
            to, type = (r.choice([0, 0, 0, 1, 2]), 500 + r.choice([0, 0, 1])), r.choice([1, 2]) if typed else 1
            what = "put"
            if r.random() < handed and sum(n == t[0] for n, _ in threads) > 1:
                what, to = "hand", (t[0], to[1])
            waiting.append((to, type, t if what == "hand" else None))
            ops[t].append((what, to, type))
    for to, type, sender in waiting:
        others = [t for t in threads if t[0] == to[0] and t != sender]
        if sender or r.random() < 0.6:
            ops[r.choice(others)].append(("take", to, r.choice(TYPES[type]) if typed else 0))
    return ops


def text(r, ops):
    out, number = FRAME, 0
    for (n, t), o in ops.items():
        out += f"\nstatic void\nf{n}_{t}(void *x)\n{{\n\t(void)x;\n"
        for k, to, type in o:
            number += 1
            out += f"\twork({r.choice([1, 100, 1000])});\n"
            out += f"\t{k}({to[0]}, {to[1]}, {type}, {number});\n" if k in ("put", "hand") else f"\t{k}({t}, {to[1]}, {type});\n"
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

def match(asked, type):
    return asked == 0 or type == 0 or asked & type


def explore(ops):
    """ops: what each thread does in this run, with "miss" for a receive that found no message. Returns for each operation how
    many of each thread's must come first; the messages that each receive can get; the deadlocks."""
    threads = list(ops)
    # operations done; messages under way on each line; held by each node; of senders that wait on each node
    start = (tuple(0 for _ in threads), (), ((),) * 3, ((),) * 3)
    seen, todo, least, gets, deadlocks = {start}, [start], {}, {}, set()

    def of(m):
        return ops[threads[m[0]]][m[1]]

    def first(lists, node, to, asked):
        return next((m for m in lists[node] if of(m)[1] == to and match(asked, of(m)[2])), None)

    def put(lists, node, new):
        return lists[:node] + (new,) + lists[node + 1:]

    while todo:
        state = todo.pop()
        done, away, held, waits = state
        states, off = [], False
        for k, m in enumerate(away):  # the first of each line may arrive
            line = threads[m[0]][0], of(m)[1][0]
            if not any((threads[x[0]][0], of(x)[1][0]) == line for x in away[:k]):
                states.append((done, away[:k] + away[k + 1:], put(held, line[1], held[line[1]] + (m,)), waits))
        for i, t in enumerate(threads):
            if done[i] == len(ops[t]) or any(m[0] == i for w in waits for m in w):
                continue
            kind, to, type = ops[t][done[i]]
            after, me, node = done[:i] + (done[i] + 1,) + done[i + 1:], (i, done[i]), t[0]
            new = None
            if kind == "put":
                new = (after, away + (me,), held, waits) if to[0] != node else (after, away, put(held, node, held[node] + (me,)), waits)
            elif kind == "hand":
                new = (after, away, held, put(waits, node, waits[node] + (me,)))
            else:
                m = first(held, node, to, type)
                from_waits = m is None
                m = m or first(waits, node, to, type)
                if kind == "miss":
                    off |= m is not None
                    if m is None:
                        new = (after, away, held, waits)
                    else:
                        gets.setdefault(me, set()).add(m)
                elif m is None:
                    off |= kind != "take"
                    if kind != "take":
                        gets.setdefault(me, set()).add(NONE)
                else:
                    gets.setdefault(me, set()).add(m)
                    lists = waits if from_waits else held
                    rest = put(lists, node, tuple(x for x in lists[node] if x != m))
                    new = (after, away, held, rest) if from_waits else (after, away, rest, waits)
            if new:
                least[me] = tuple(map(min, least.get(me, after), after))
                states.append(new)
        if not states and not off and (any(waits) or any(d < len(ops[t]) for d, t in zip(done, threads))):
            deadlocks.add(done)
        for s in states:
            s = (s[0], tuple(sorted(s[1], key=lambda m: (threads[m[0]][0], of(m)[1][0]))), *s[2:])
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return least, gets, deadlocks


def explore_freely(ops):
    """For plain programs: messages that are sent may be received in any order; what orders the trace of semaphores has."""
    threads = list(ops)
    start = (tuple(0 for _ in threads), ())
    seen, todo, least = {start}, [start], {}
    while todo:
        done, away = todo.pop()
        for i, t in enumerate(threads):
            if done[i] == len(ops[t]):
                continue
            kind, to, _ = ops[t][done[i]]
            after = done[:i] + (done[i] + 1,) + done[i + 1:]
            if kind == "put":
                new = (after, tuple(sorted(away + (to,))))
            elif to in away:
                k = away.index(to)
                new = (after, away[:k] + away[k + 1:])
            else:
                continue
            least[i, done[i]] = tuple(map(min, least.get((i, done[i]), after), after))
            if new not in seen:
                seen.add(new)
                todo.append(new)
    return least


# ---- against trellis order ----

def events(ops, i):
    """Of thread i: the number of each operation's event, from 2: each thread begins with one. A receive is two, and so is a send
    without a buffer; misses in turn are one. Of these only the first is named."""
    numbers, at, last = [], 1, None
    for kind, to, type in ops[list(ops)[i]]:
        again = kind == "miss" and last == (to, type)
        at += not again
        numbers.append(None if again else at)
        at += kind not in ("put", "miss")
        last = (to, type) if kind == "miss" else None
    return numbers


def place(ops, i, k):
    t = list(ops)[i]
    return f"{t[0]}.{t[1] + 2}.{events(ops, i)[k]}"


def run(r, *options):
    net = "topology t\n" + "".join(f"node n{n} type=T800 mem=1M {r.choice(TIMINGS[:4])}\n" for n in range(3))
    write("t.topo", net + "host h\nwire h.0 n0.0\nwire n0.1 n1.0\nwire n0.2 n2.0\nwire n1.1 n2.1\nend\n")
    _, out, err = call(trellis, "shell", *options, f"{tmp}/t.topo", f"{tmp}/script")
    got = {k: int(v) for k, v in re.findall(r"got (\S+) (-?\d+)", out)}
    return got if out.count("ended") == 3 else None, err


def receives(ops):
    """Of each receive: its number in the program's output."""
    return {f"{t[0]}.{t[1]}.{n}": (i, k) for i, t in enumerate(ops)
            for n, k in enumerate(k for k, o in enumerate(ops[t]) if o[0] not in ("put", "hand"))}


def sends(ops):
    every = [((i, k), o[0]) for i, t in enumerate(ops) for k, o in enumerate(ops[t])]
    return {n + 1: me for n, (me, kind) in enumerate(every) if kind in ("put", "hand")}


def done_in(ops, got):
    """The operations of a run: receives that found no message are misses."""
    missed = {me for name, me in receives(ops).items() if got[name] == NONE}
    return {t: [("miss", *o[1:]) if (i, k) in missed else o for k, o in enumerate(ops[t])] for i, t in enumerate(ops)}


def check(seed):
    r = random.Random(seed)
    program_ops = program(r)
    write("p.c", text(r, program_ops))
    write("script", f"spread\nloadgo n0-2 {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    got, _ = run(r, "--record", f"{tmp}/rec")
    if got is None:
        return None  # a receive waits for ever
    ops = done_in(program_ops, got)
    least, gets, deadlocks = explore(ops)
    status, out, err = call(trellis, "order", "--json", f"{tmp}/rec")
    assert status < 2, err
    answer = json.loads(out)[0]
    names = {place(ops, i, k): (i, k) for i, t in enumerate(ops) for k in range(len(ops[t])) if events(ops, i)[k]}
    where = f"seed {seed}: {ops}"
    check_orders(ops, answer, names, least, where)
    assert found_deadlocks(ops, answer) == deadlocks, f"{where}: deadlocks {found_deadlocks(ops, answer)}, not {deadlocks}"
    forced = check_races(r, ops, got, answer, names, gets, where)
    free = sum(check_free(r, program_ops, ops, gets, where) for _ in range(2))
    return len(names), len(answer["races"]), forced, len(deadlocks), free


def check_orders(ops, answer, names, least, where):
    stamps = {e["event"]: e["stamp"] for e in answer["events"]}
    plain = all(o[0] in ("put", "take") for t in ops for o in ops[t]) and not any(o[2] for t in ops for o in ops[t] if o[0] == "take")
    wanted = explore_freely(ops) if plain else least
    for e, (i, k) in names.items():
        for j, t in enumerate(ops):
            n = stamps[e][answer["tasks"].index(f"{t[0]}.{t[1] + 2}")]
            must = sum(x is not None and x <= n for x in events(ops, j))
            needs = sum(x is not None for x in events(ops, j)[:wanted[i, k][j]])
            assert must == needs if plain else must <= needs, f"{where}: {e} needs {needs} of {t}, not {must}"


def found_deadlocks(ops, answer):
    """The operations that each thread has done: a send is done although its sender still waits."""
    found = set()
    for d in answer["deadlocks"]:
        done = [d[answer["tasks"].index(f"{t[0]}.{t[1] + 2}")] for t in ops]
        # misses in turn happen together
        found.add(tuple(len(ops[t]) if done[i] >= total(ops, i) else next(
            (k for k, n in enumerate(events(ops, i)) if n is not None and n > done[i]), len(ops[t])) for i, t in enumerate(ops)))
    return found


def total(ops, i):
    """The number of the event of the thread's last operation."""
    return max([n for n in events(ops, i) if n is not None], default=1)


def check_races(r, ops, got, answer, names, gets, where):
    observed = {me: sends(ops).get(got[name], NONE) for name, me in receives(ops).items()}
    listed, forced = set(), 0
    for x in answer["races"]:
        receive, message = names[x["receive"]], names[x["could_get"]] if x["could_get"] else NONE
        assert x["known"] and message in gets.get(receive, ()), f"{where}: {x}, but {gets.get(receive)}"
        assert (names[x["got"]] if x["got"] else NONE) == observed[receive], f"{where}: {x}"
        listed.add((receive, route(ops, message)))
        if forced < most:
            force(r, x, where)
            forced += 1
    for receive, messages in gets.items():
        t = list(ops)[receive[0]]
        if events(ops, receive[0])[receive[1]] is None:
            continue
        for m in messages - {observed[receive]}:
            assert (receive, route(ops, m)) in listed, f"{where}: {place(ops, *receive)} of {t} can get {m}, which is not listed"
    return forced


def route(ops, m):
    if m == NONE:
        return NONE
    t = list(ops)[m[0]]
    return t[0], *ops[t][m[1]][1:]


def force(r, x, where):
    """Forces a run in which the receive gets the other message, or none."""
    wanted = f"--match={x['could_get'] or 'none'},{x['receive']}"
    status, schedule, err = call(trellis, "order", wanted, f"{tmp}/rec")
    assert status == 1, f"{where}: no schedule for {wanted}: {err}"
    write("schedule", schedule)
    _, said = run(r, "--sync-order", f"{tmp}/schedule")
    assert re.search("all .* operations in this order", said) and "without waiting" not in said, f"{where}: {wanted}: {said}"


def check_free(r, program_ops, ops, gets, where):
    """A free run in which the same receives find a message: each gets one that it can get."""
    got, _ = run(r, "--seed", str(r.randrange(1000)))
    if got is None or done_in(program_ops, got) != ops:
        return 0
    for name, me in receives(program_ops).items():
        assert got[name] == NONE or sends(program_ops)[got[name]] in gets[me], f"{where}: {name} got {got[name]}"
    return 1


sums = [0] * 6
for seed in range(first, last + 1):
    result = check(seed)
    if result:
        sums = [sums[0] + 1, *(a + b for a, b in zip(sums[1:], result))]
print(f"{sums[0]} programs; {sums[1]} operations, {sums[2]} message races and {sums[4]} deadlocks as in the model; {sums[3]} of the "
      f"races forced; {sums[5]} free runs")
