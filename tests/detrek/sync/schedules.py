"""schedules.py TRELLIS DIRECTORY FIRST LAST: random programs of threads and semaphores, made, run and recorded; for each
pair of operations that `trellis order` does not order, both orders are shown by runs that are forced into schedules;
and in no run with another timing is a pair reversed that it orders. Prints the counts, or what differs."""
import random
import sys

from random_run import *

first, last = int(sys.argv[3]), int(sys.argv[4])


def program(seed):
    """Each thread's operations, in an order in which they can be done; and some work between them."""
    r = random.Random(seed)
    threads, semaphores = r.randint(2, 4), r.randint(1, 3)
    value, ops = [0] * semaphores, [[] for _ in range(threads)]
    for _ in range(r.randint(6, 12)):
        s, t = r.randrange(semaphores), r.randrange(threads)
        wait = value[s] > 0 and r.random() < 0.6
        value[s] += -1 if wait else 1
        ops[t].append(f"{'sem_wait' if wait else 'sem_signal'}(&s[{s}]); work({r.randrange(1, 400)});")
    bodies = "".join(f"static void\nf{i}(void *x)\n{{\n\t(void)x;\n\twork({r.randrange(1, 2000)});\n\t" + "\n\t".join(o) + "\n}\n\n"
                     for i, o in enumerate(ops))
    starts = "".join(f"\tt[{i}] = thread_start(f{i}, 0, 2048, PRIORITY_LOW);\n" for i in range(threads))
    return ("#include <kernel.h>\n#include <stdio.h>\n#include <t800.h>\n\nstatic Semaphore s[%d];\n\nstatic void\nwork(int n)\n{\n\tvolatile int x = 0;\n\n"
            "\twhile (n-- > 0)\n\t\tx++;\n}\n\n%sint\nmain(void)\n{\n\tThread *t[%d];\n\n\tfor (int i = 0; i < %d; i++)\n"
            "\t\tsem_init(&s[i], 0);\n%s\tfor (int i = 0; i < %d; i++)\n\t\tthread_join(t[i]);\n\tputs(\"ended\");\n}\n"
            % (semaphores, bodies, threads, semaphores, starts, threads))


def check(seed):
    write("p.c", program(seed))
    write("script", f"spread\nloadgo n0 {tmp}/p\n")
    status, _, err = call(trellis, "cc", "--kernel", "-O1", "-g", "-o", f"{tmp}/p.elf", f"{tmp}/p.c")
    assert status == 0, err
    if not record(""):
        return None  # it ended in a deadlock
    tasks, must = musts()
    events = observed()
    names = [e for e, is_run in events if not is_run]

    def ordered(e, f):
        task, number = e.rsplit(".", 1)
        return must[f][tasks.index(task)] >= int(number)

    seen = set()

    def see(events):
        order = [e for e, is_run in events if not is_run]
        at = {e: i for i, e in enumerate(order)}
        for e in names:
            for f in names:
                if e in at and f in at and at[e] < at[f]:
                    assert not ordered(f, e), f"seed {seed}: {e} came before {f}, which must come first"
                    seen.add((e, f))

    see(events)
    forced = pairs = 0
    for e in names:
        for f in names:
            if e == f or ordered(e, f) or ordered(f, e):
                continue
            pairs += 1
            if (f, e) in seen:
                continue
            # f without e before it; then all that is left
            status, schedule, err = call(trellis, "order", f"--witness={e},{f}", f"{tmp}/rec")
            assert status == 1, f"seed {seed}: no schedule with {f} before {e}: {err}"
            write("schedule", schedule)
            _, _, err = call(trellis, "shell", "--sync-order", f"{tmp}/schedule", topology(random.choice(TIMINGS)), f"{tmp}/script")
            told = err.splitlines()[-1] if err else ""
            # what the run does behind the schedule may be a deadlock
            assert "operations in this order" in told, f"seed {seed}: {told}"
            forced += 1
            see(numbered(line.split() for line in schedule.splitlines()))
            assert (f, e) in seen or e not in [x for x, _ in numbered(l.split() for l in schedule.splitlines())], f"seed {seed}: {e},{f}"
            seen.add((f, e))
    for i, timing in enumerate(TIMINGS):
        if record(timing, i + 1):
            see(observed())
    return pairs, forced


total = [0, 0, 0]
for seed in range(first, last + 1):
    random.seed(seed)
    result = check(seed)
    if result:
        total = [total[0] + 1, total[1] + result[0], total[2] + result[1]]
print(f"{total[0]} programs, {total[1]} unordered pairs shown in both orders, {total[2]} forced runs")
