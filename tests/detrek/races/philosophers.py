"""philosophers.py: brute force over philosophers who take the left fork first. An order is who has each fork after whom; prints
the orders in which all have eaten, those that end in a deadlock, and the states of these."""


def step(n, meals, done, owners):
    """What can come next: how much each philosopher has done (4 a meal), and the owners of each fork so far."""
    for who in range(n):
        fork = (who + (done[who] % 4 in (1, 2))) % n
        if done[who] == 4 * meals:
            continue
        if done[who] % 4 < 2:
            held = any(p != who and (p + i) % n == fork and done[p] % 4 in ((1, 2, 3), (2,))[i] for p in range(n) for i in (0, 1))
            if held:
                continue
        more = tuple(o + (who,) if f == fork and done[who] % 4 < 2 else o for f, o in enumerate(owners))
        yield tuple(d + (p == who) for p, d in enumerate(done)), more


def count(n, meals):
    todo, seen, eaten, stuck, states = [((0,) * n, ((),) * n)], set(), set(), set(), set()
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        after = list(step(n, meals, *at))
        todo += after
        if not after and all(d == 4 * meals for d in at[0]):
            eaten.add(at[1])
        elif not after:
            stuck.add(at[1])
            states.add(at[0])
    return f"{n} x {meals}: orders {len(eaten)} deadlocks {len(stuck)} states {len(states)}"


for n, meals in (2, 1), (3, 1), (3, 2), (4, 2):
    print(count(n, meals))
