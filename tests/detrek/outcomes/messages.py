"""messages.py TRELLIS ELF TOPOLOGY FIRST LAST: random programs for node/messages.c, each explored by trellis outcomes and by
brute force here. All interleavings are made; two are the same order if each receive gets the same message, the messages of
each route (from node to node with an event) are sent by the same threads in the same order, and received likewise. Prints
each program whose orders, deadlocks or outcomes differ, and how many there were."""
import random
import sys

from brute import compare

NODES = 3


def program(seed):
    """For each node the code of two threads; most receives have a send, in an order in which all can be done."""
    r = random.Random(seed)
    code = [""] * (2 * NODES)
    used = [t for t in range(2 * NODES) if t % 2 == 0 or r.random() < 0.2]
    for _ in range(r.randint(4, 9)):
        a, b = r.choice(used), r.choice(used)
        event = r.choice((1, 1, 1, 2))
        if a // 2 == b // 2 and r.random() < 0.5:
            continue
        code[a] += f"S{b // 2}{event}"
        if r.random() < 0.95:
            code[b] += f"R{event}"
    return [c if t in used else "-" for t, c in enumerate(code)]


def parse(code):
    out, i = [], 0
    while code != "-" and i < len(code):
        n = 3 if code[i] == "S" else 2
        out.append((code[i],) + tuple(int(c) for c in code[i + 1:i + n]))
        i += n
    return out


def brute(*code):
    ops = [parse(c) for c in code]
    n = len(ops)
    # how far each thread is; of each route its sends, and its receives; of each thread what it got
    start = ((0,) * n, (), (), ((),) * n)
    todo, seen = [start], {start}
    ended, stuck, outputs = set(), set(), set()
    while todo:
        state = todo.pop()
        pcs, sent, got, had = state
        sends, gets = dict(sent), dict(got)
        some = False
        for t in range(n):
            if pcs[t] == len(ops[t]):
                continue
            op = ops[t][pcs[t]]
            after = pcs[:t] + (pcs[t] + 1,) + pcs[t + 1:]
            news = []
            if op[0] == "S":
                route = (t // 2, op[1], op[2])
                more = dict(sends)
                more[route] = more.get(route, ()) + ((t, pcs[t]),)
                news.append((after, tuple(sorted(more.items())), got, had))
            else:
                for route, messages in sends.items():
                    done = gets.get(route, ())
                    if route[1] != t // 2 or route[2] != op[1] or len(done) == len(messages):
                        continue
                    more = dict(gets)
                    more[route] = done + ((t, pcs[t]),)
                    news.append((after, sent, tuple(sorted(more.items())),
                                 had[:t] + (had[t] + (messages[len(done)],),) + had[t + 1:]))
            some |= bool(news)
            for new in news:
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
        if some:
            continue
        if all(pcs[t] == len(ops[t]) for t in range(n)):
            ended.add(state)
            texts = ["".join("abcdef"[m[0]] for m in had[t]) for t in range(n)]
            outputs.add("".join(f"{texts[2 * i]},{texts[2 * i + 1]};" for i in range(NODES)) + "\n")
        else:
            stuck.add(state)
    return len(ended), len(stuck), outputs


trellis, elf, topology, *rest = sys.argv[1:]
compare(trellis, ["--topo", topology, f"n0-{NODES - 1}:{elf}"], program, brute, *rest)
