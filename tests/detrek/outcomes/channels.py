"""channels.py TRELLIS ELF FIRST LAST: random programs for node/channels.c, each explored by trellis
outcomes and by brute force here.

Brute force makes all interleavings. An output takes two steps: the thread arrives at it, and
another thread receives from it. An alternative takes the first of its channels at which a sender
has arrived; one with a skip or a time takes none if there is no sender. Two interleavings are the
same order if each alternative takes the same channel, and if on each semaphore the same takes come
in the same order with the same gives between them. Prints each program whose orders, deadlocks or
outcomes differ, and how many programs there were."""
import random
import sys

from brute import compare

THREADS = 4


def program(seed):
    """Outputs, and inputs or alternatives for most of them, in an order in which all can be done; then some are exchanged."""
    r = random.Random(seed)
    code = [[] for _ in range(THREADS)]
    for _ in range(r.randint(3, 6)):
        to = r.choice((0, 0, 0, 1, 2))
        others = [t for t in range(THREADS) if t != to]
        r.shuffle(others)
        some = others[:r.choice((1, 2, 2, 3))]
        code[some[-1]].append(f"O{to}")
        if len(some) == 1 and r.random() < 0.7:
            code[to].append(f"I{some[0]}")
        else:
            channels = "".join(map(str, some)) + "."
            if r.random() < 0.1:
                code[to].append("L" + channels)
            tries = sum(c[0] in "KU" for c in code[to]) < 3  # more often in a row is not explored
            code[to].append(r.choice("AAAKU" if tries else "A") + channels)
    for _ in range(r.randint(0, 2)):
        a, b = r.randrange(THREADS), r.randrange(THREADS)
        code[a].insert(r.randint(0, len(code[a])), f"V{r.randrange(2)}")
        if r.random() < 0.7:
            code[b].insert(r.randint(0, len(code[b])), f"P{code[a][-1][1] if code[a][-1][0] == 'V' else r.randrange(2)}")
    if r.random() < 0.3:
        r.shuffle(code[r.randrange(THREADS)])
    return ["".join(c) or "-" for c in code]


def parse(code):
    out, i = [], 0
    while code != "-" and i < len(code):
        end = code.index(".", i) if code[i] in "AKUL" else i + 1
        out.append((code[i], [int(c) for c in code[i + 1:end + 1] if c != "."]))
        i = end + 1
    return out


def instead(t, i, x):
    return t[:i] + (x,) + t[i + 1:]


def brute(*code):
    ops = [parse(c) for c in code]
    # how far each thread is; who has arrived at its output; the texts; of each semaphore its count, and what was done
    start = ((0,) * THREADS, (False,) * THREADS, ("",) * THREADS, (0, 0), ((), ()))
    todo, seen = [start], {start}
    ended, stuck, outputs = set(), set(), set()
    while todo:
        state = todo.pop()
        pcs, there, texts, counts, done = state
        news = []
        for t in range(THREADS):
            if pcs[t] == len(ops[t]):
                continue
            op, on = ops[t][pcs[t]]
            after = instead(pcs, t, pcs[t] + 1)
            senders = [f for f in on if there[f] and ops[f][pcs[f]] == ("O", [t])]
            if op == "O" and not there[t]:
                news.append((pcs, instead(there, t, True), texts, counts, done))
            elif op in "IAKU" and senders:
                f = senders[0]
                news.append((instead(after, f, pcs[f] + 1), instead(there, f, False), instead(texts, t, texts[t] + "abcd"[f]),
                             counts, done))
            elif op == "L" and senders:
                news.append((after, there, instead(texts, t, texts[t] + str(senders[0])), counts, done))
            elif op in "KU":
                news.append((after, there, instead(texts, t, texts[t] + "-"), counts, done))
            elif op in "PV" and (op == "V" or counts[on[0]] > 0):
                s, name = on[0], (t, pcs[t])
                last = done[s][-1] if done[s] and isinstance(done[s][-1], frozenset) else None
                order = done[s] + (name,) if op == "P" else (done[s][:-1] + (last | {name},) if last
                                                             else done[s] + (frozenset([name]),))
                news.append((after, there, texts, instead(counts, s, counts[s] + (1 if op == "V" else -1)),
                             instead(done, s, order)))
        for new in news:
            if new not in seen:
                seen.add(new)
                todo.append(new)
        if news:
            continue
        if all(pcs[t] == len(ops[t]) for t in range(THREADS)):
            ended.add(state)
            outputs.add(";".join(texts) + ";\n")
        else:
            stuck.add(state)
    return len(ended), len(stuck), outputs


trellis, elf, *rest = sys.argv[1:]
compare(trellis, [elf], program, brute, *rest)
