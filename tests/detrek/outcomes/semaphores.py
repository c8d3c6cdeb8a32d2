"""semaphores.py TRELLIS ELF FIRST LAST: random programs for node/random.c, each explored by trellis outcomes and by brute force
here. All interleavings are made; two are the same order if on each semaphore the same takes and tries come in the same order
with the same gives between them. Prints each program whose orders, deadlocks or outcomes differ, and how many there were."""
import random
import sys

from brute import compare


def program(seed):
    r = random.Random(seed)
    nsems, nthreads = r.randint(1, 3), r.randint(2, 3)
    values = "".join(str(r.choice((0, 1, 1, 2))) for _ in range(nsems))
    threads = []
    for _ in range(nthreads):
        code, left = "", r.randint(1, 5)
        while left > 0:
            op = r.choice("PPVVVTLI")
            if op == "L":
                left -= 1
            if op == "I" and "T" not in code:
                continue
            code += op + str(r.randrange(2 if op == "L" else nsems))
            left -= op != "I"
        threads.append(code.rstrip("0123456789").rstrip("I") if code[-2] == "I" else code)
    return [values, *(t for t in threads if t)]


def expand(code):
    """The operations: L is a take and a give of a lock."""
    out = []
    for i in range(0, len(code), 2):
        op, k = code[i], int(code[i + 1])
        out += [("A", k), ("B", k)] if op == "L" else [(op, k)]
    return out


def skip(ops, pc, done):
    """Where the thread is about to act: past I and what it skips."""
    while pc < len(ops) and ops[pc][0] == "I":
        after = pc + 2
        if pc + 1 < len(ops) and ops[pc + 1][0] == "A":
            after = pc + 3
        pc = pc + 1 if done else after
    return pc


def brute(values, *threads):
    ops = [expand(t) for t in threads]
    n = len(ops)
    sems = tuple(int(v) for v in values) + (0,) * (4 - len(values)) + (1,) * 4
    start = (tuple(skip(o, 0, True) for o in ops), (True,) * n, sems, ((),) * 8, ("",) * 4, ("",) * n, (0,) * n)
    todo, seen = [start], {start}
    ended, stuck, outputs = set(), set(), set()
    while todo:
        pcs, dones, sems, orders, texts, tried, counts = todo.pop()
        some = False
        for t in range(n):
            if pcs[t] == len(ops[t]):
                continue
            op, k = ops[t][pcs[t]]
            s = k + 4 if op in "AB" else k
            takes = op in "PA" or (op == "T" and sems[s] > 0)
            if op in "PA" and sems[s] == 0:
                continue
            some = True
            name = (t, counts[t])
            if op in "VB":
                last = orders[s][-1] if orders[s] and isinstance(orders[s][-1], frozenset) else None
                order = orders[s][:-1] + (last | {name},) if last else orders[s] + (frozenset([name]),)
            else:
                order = orders[s] + (name,)
            done = sems[s] > 0 if op == "T" else True
            more = -1 if takes else 1 if op in "VB" else 0
            new = (pcs[:t] + (skip(ops[t], pcs[t] + 1, done),) + pcs[t + 1:], dones[:t] + (done,) + dones[t + 1:],
                   sems[:s] + (sems[s] + more,) + sems[s + 1:], orders[:s] + (order,) + orders[s + 1:],
                   texts[:k] + (texts[k] + "abcd"[t],) + texts[k + 1:] if op == "A" else texts,
                   tried[:t] + (tried[t] + ("+" if done else "-"),) + tried[t + 1:] if op == "T" else tried,
                   counts[:t] + (counts[t] + 1,) + counts[t + 1:])
            if new not in seen:
                seen.add(new)
                todo.append(new)
        if not some and all(pcs[t] == len(ops[t]) for t in range(n)):
            ended.add((orders, counts))
            outputs.add("".join(f"{texts[i]},{tried[i] if i < n else ''};" for i in range(4)) + "\n")
        elif not some:
            stuck.add((orders, counts))
    return len(ended), len(stuck), outputs


trellis, elf, *rest = sys.argv[1:]
compare(trellis, [elf], program, brute, *rest)
