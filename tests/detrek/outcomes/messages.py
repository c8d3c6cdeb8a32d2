"""messages.py TRELLIS ELF TOPOLOGY FIRST LAST: random programs for node/messages.c, each explored
by trellis outcomes and by brute force here.

Brute force makes all interleavings. Messages from one node to another with the same event and type
have a route; so have messages of an event within one node. A receive or probe finds the first
message of a route that has the type. One that does not wait finds none, unless a message of its own
node is there.

Two interleavings are the same order if each receive and probe finds the same message; if the
messages of each route are sent by the same threads in the same order, and are received in the same
way; if probes come between the same receives of their route; and if probes and receives that find
none come between the same messages and receives of their own node. Prints each program whose
orders, deadlocks or outcomes differ, and how many programs there were."""
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
        code[a] += f"{r.choice('SSZ')}{b // 2}{event}"
        if r.random() < 0.2:
            code[b] += f"{r.choice('TUB')}{event}"
        elif r.random() < 0.95:
            code[b] += f"{r.choice('RRQ') if 'Z' not in code[a] else 'Q'}{event}"
    return [c if t in used else "-" for t, c in enumerate(code)]


def parse(code):
    out, i = [], 0
    while code != "-" and i < len(code):
        n = 3 if code[i] in "SZ" else 2
        out.append((code[i],) + tuple(int(c) for c in code[i + 1:i + n]))
        i += n
    return out


def first_match(messages, got, asked):
    """The number of the first message of a route that was not received and has the type; messages: threads, places, types."""
    taken = {k for _, k in got}
    return next((k for k, m in enumerate(messages) if k not in taken and m[2] & asked), None)


def letter(ops, k, found, sends):
    """What the kth look of a thread appends."""
    if found[0] is None:
        return "-"
    look = [op for op in ops if op[0] not in "SZ"][k]
    return str(found[0][0]) if look[0] == "B" else "abcdef"[sends[found[0]][found[1]][0]]


def brute(*code):
    ops = [parse(c) for c in code]
    n = len(ops)
    # how far each thread is; of each route its sends, and its receives; of each thread what it found, and when
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
            if op[0] in "SZ":
                kind = 1 if op[0] == "S" else 2
                route = (t // 2, op[1], op[2], 0 if t // 2 == op[1] else kind)
                more = dict(sends)
                more[route] = more.get(route, ()) + ((t, pcs[t], kind),)
                news.append((after, tuple(sorted(more.items())), got, had))
            else:
                local = False
                for route, messages in sends.items():
                    done = gets.get(route, ())
                    k = first_match(messages, done, 1 if op[0] == "R" else 3)
                    if route[1] != t // 2 or route[2] != op[1] or k is None:
                        continue
                    local |= route[0] == route[1]
                    more = dict(gets)
                    found = (route, k, len(done) if op[0] == "B" else 0)
                    if op[0] != "B":
                        more[route] = done + (((t, pcs[t]), k),)
                    news.append((after, sent, tuple(sorted(more.items())), had[:t] + (had[t] + (found,),) + had[t + 1:]))
                if op[0] in "TUB" and not local:
                    box = (t // 2, t // 2, op[1], 0)
                    none = (None, len(sends.get(box, ())), len(gets.get(box, ())))
                    news.append((after, sent, got, had[:t] + (had[t] + (none,),) + had[t + 1:]))
            some |= bool(news)
            for new in news:
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
        if some:
            continue
        if all(pcs[t] == len(ops[t]) for t in range(n)):
            ended.add(state)
            texts = ["".join(letter(ops[t], k, found, sends) for k, found in enumerate(had[t])) for t in range(n)]
            outputs.add("".join(f"{texts[2 * i]},{texts[2 * i + 1]};" for i in range(NODES)) + "\n")
        else:
            stuck.add(state)
    return len(ended), len(stuck), outputs


trellis, elf, topology, *rest = sys.argv[1:]
compare(trellis, ["--topo", topology, f"n0-{NODES - 1}:{elf}"], program, brute, *rest)
