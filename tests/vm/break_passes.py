# break_passes.py PLACES PLACES2 IDLE - goes through all schedules of TrEK's passes in a chain of
# three nodes, of which node 2 has a local event: does node 0 know the event's present value when it
# lacks the results of at most IDLE tasks? Node 1 has PLACES in its part of the tree, node 2 has
# PLACES2. Node 2 may change its variables whenever it holds a task, and evaluates its event when it
# has computed one.
import sys

places, places2, idle = map(int, sys.argv[1:4])

# out: tasks without a result, counted by node 0; down: tasks on their way to 1; own: tasks at 1; back: results at 1;
# out2, down2, own2: the same between 1 and 2; value, evaluated: the event at 2, and its last evaluation; up2, up: values on their way
# to 1, and to 0; known1, known: the values that 1 and 0 know
START = dict(out=0, down=0, own=0, back=0, out2=0, down2=0, own2=0, value=0, evaluated=0, up2=(), up=(), known1=None, known=None)

def steps(s):
    def to(**new):
        return {**s, **new}
    if s['out'] < places:
        yield to(out=s['out'] + 1, down=s['down'] + 1)
    if s['down']:
        yield to(down=s['down'] - 1, own=s['own'] + 1)
    if s['own']:
        yield to(own=s['own'] - 1, back=s['back'] + 1)
        if s['out2'] < places2:
            yield to(own=s['own'] - 1, out2=s['out2'] + 1, down2=s['down2'] + 1)
    if s['down2']:
        yield to(down2=s['down2'] - 1, own2=s['own2'] + 1)
    if s['own2']:
        yield to(value=1 - s['value'])
        yield to(own2=s['own2'] - 1, evaluated=s['value'], up2=s['up2'] + (s['value'],))
    if s['up2']:
        yield to(up2=s['up2'][1:], known1=s['up2'][0], out2=s['out2'] - 1, back=s['back'] + 1)
    if s['back']:
        yield to(back=s['back'] - 1, up=s['up'] + (s['known1'],))
    if s['up']:
        yield to(up=s['up'][1:], out=s['out'] - 1, known=s['known'] if s['up'][0] is None else s['up'][0])

seen, todo, wrong, known = set(), [START], 0, 0
while todo:
    s = todo.pop()
    key = tuple(s.values())
    if key in seen:
        continue
    seen.add(key)
    if s['known'] is not None and s['out'] <= idle:
        known += 1
        wrong += s['known'] != s['value']
    todo.extend(steps(s))
print('%d states, of %s: %s wrong' % (len(seen), 'some' if known else 'none', 'some' if wrong else 'none'))
