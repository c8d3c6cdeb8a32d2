"""dependent.py TRELLIS DIRECTORY FIRST LAST RUNS: random programs whose threads choose operations by flags that other
threads set. Each is recorded; in RUNS other runs, threads compute for other times. A run in which a thread does another
operation than in the recording, or in which a pair comes in another order than `trellis order` says, is an exception:
it must lie behind such a choice, and `trellis races` must name a race on its flag, in the recording or in that run.
Prints the counts, or what differs."""
import random
import re
import sys

from random_run import *

first, last, runs = int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])

HEAD = """#include <argument.h>
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

static Semaphore s[3];
static volatile int flag[4];
static int32_t variant;

static void
work(int place)
{
	uint32_t x = (variant * 64 + place) * 2654435761u;

	if (x >> 31)
		timer_wait(timer_now() + (x >> 16 & 15));
	for (volatile int n = x >> 20 & 63; n > 0; n--)
		;
}
"""


def program(seed):
    """Its text, and for each thread the flag that chooses each of its operations, or None."""
    r = random.Random(seed)
    threads, value = r.randint(2, 4), [0, 0, 0]
    bodies, chosen, place = [[] for _ in range(threads)], [[] for _ in range(threads)], 0
    for i in range(r.randint(6, 12)):
        t, place = i if i < threads else r.randrange(threads), place + 1
        s, other, k = r.randrange(3), r.randrange(3), r.randrange(4)
        wait = value[s] > 0 and r.random() < 0.5
        value[s] += -1 if wait else 1
        do = f"sem_{'wait' if wait else 'signal'}(&s[{s}]);"
        bodies[t].append(f"work({place});")
        if r.random() < 0.5:
            bodies[t].append(f"flag[{r.randrange(4)}] = 1;")
        if r.random() < 0.4:
            bodies[t].append(f"if (flag[{k}])\n\t\tsem_signal(&s[{other}]);\n\telse\n\t\t{do}")
            chosen[t].append(k)
        else:
            bodies[t].append(do)
            chosen[t].append(None)
    functions = "".join(f"\nstatic void\nf{t}(void *unused)\n{{\n\t(void)unused;\n\t" + "\n\t".join(b) + "\n}\n" for t, b in enumerate(bodies))
    starts = "".join(f"\tt[{t}] = thread_start(f{t}, 0, 2048, PRIORITY_LOW);\n" for t in range(threads))
    return (f"{HEAD}{functions}\nint\nmain(int argc, char **argv)\n{{\n\tThread *t[{threads}];\n\n"
            "\targument_number(argc, argv, 1, 0, 1 << 20, &variant);\n\tfor (int i = 0; i < 3; i++)\n\t\tsem_init(&s[i], 0);\n"
            f"{starts}\tfor (int i = 0; i < {threads}; i++)\n\t\tthread_join(t[i]);\n\tputs(\"ended\");\n}}\n"), chosen


def run(variant):
    """Records a run; returns whether it ended, and its operations in order: (event, kind and object, begins a thread)."""
    write("script", f"spread\nloadgo n0 {tmp}/p -- {variant:06}\n")
    ended = record(TIMINGS[variant % len(TIMINGS)], variant)
    events = observed()
    with open(f"{tmp}/mtr") as f:
        what = [w[1:] for w in map(str.split, f) if len(w) == 3 and w[0] != "start" and w[1] in ("P", "V")
                and not w[2].endswith((".high", ".ends"))]
    return ended, [(e, tuple(w), is_run) for (e, is_run), w in zip(events, what)]


def racing_flags():
    """The flags on which races are reported."""
    _, out, _ = call(trellis, "races", "--limit=0", f"{tmp}/rec")
    return set(int(k) for k in re.findall(r"^race on flag\[(\d)\]", out, re.M))


def place_of(chosen, event):
    """The thread's list and the index there of one of the program's own operations; the first one of a thread begins it."""
    thread, number = map(int, event.split(".")[1:])
    ops = chosen[thread - 2] if thread >= 2 else []
    return (ops, number - 2) if 2 <= number < len(ops) + 2 else None


def check(seed):
    text, chosen = program(seed)
    write("p.c", text)
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    ended, events = run(0)
    if not ended:
        return None  # in a deadlock
    tasks, must = musts()
    base = {e: what for e, what, _ in events}
    named = racing_flags()
    counts = [0, 0, 0]  # runs with another operation, with a pair reversed, whose race is in that run only
    for variant in range(1, runs + 1):
        _, events = run(variant)
        other = reversed_at = None
        done = {}
        for e, what, is_run in events:
            task, number = e.rsplit(".", 1)
            done[task] = int(number)
            if other is None and place_of(chosen, e) and base.get(e) != what:
                other = e
            if reversed_at is None and not is_run and e in must and any(done.get(t, 0) < n for t, n in zip(tasks, must[e]) if t != "start"):
                reversed_at = e
                assert other is not None, f"seed {seed}, run {variant}: {e} is out of order before any thread has chosen otherwise"
        if other is None:
            continue
        ops, place = place_of(chosen, other)
        flag = ops[place]
        assert flag is not None, f"seed {seed}, run {variant}: {other} is another operation, but no flag chose it"
        here = flag not in named
        assert not here or flag in racing_flags(), f"seed {seed}, run {variant}: {other} was chosen by flag {flag}, on which no race was named"
        counts = [counts[0] + 1, counts[1] + (reversed_at is not None), counts[2] + here]
    return counts


total = [0, 0, 0, 0]
for seed in range(first, last + 1):
    counts = check(seed)
    if counts:
        total = [total[0] + 1] + [a + b for a, b in zip(total[1:], counts)]
print(f"{total[0]} programs, {total[0] * runs} runs: {total[1]} with another operation, {total[2]} with a pair in another order, "
      f"all behind a named race; {total[3]} of these races only in that run")
