# break_machines.py MACHINE POINT - goes through all schedules of a small machine, in which nodes 1
# and 2 have a local event each: are the values that node 0 (SPMD: node 1) knows of these events the
# present ones whenever the machine is at POINT?
#
# PIPELINE  node 0 gives items to stage 1, which passes them to stage 2, which returns them to node
#           0. Each item carries the values of the stages that it has passed.
# DCVM      node 0 gives tasks to node 1, which computes them, or splits them into two parts for
#           node 2, and joins the results.
# SPMD      nodes 1 and 2 compute a step, send each other a border, and wait for the other's border;
#           node 1 learns the value of 2's event.
# POINT     results: node 0 lacks no result; credits: node 0 has all credits; borders: node 1 has
#           the border of its step
import sys

machine, point = sys.argv[1:3]
MOST = 3 # tasks without a result

def pipeline(s, to):
    if s['out'] < MOST:
        yield to(out=s['out'] + 1, lent=s['lent'] + 1, q1=s['q1'] + 1)
    if s['q1'] and not s['w1']:
        yield to(q1=s['q1'] - 1, w1=1, lent=s['lent'] - 1)
    if s['w1']:
        yield to(v1=1 - s['v1'])
        yield to(w1=0, q2=s['q2'] + (s['v1'],))
    if s['q2'] and not s['w2']:
        yield to(q2=s['q2'][1:], carried=s['q2'][0], w2=1)
    if s['w2']:
        yield to(v2=1 - s['v2'])
        yield to(w2=0, up=s['up'] + ((s['carried'], s['v2']),))
    if s['up']:
        yield to(up=s['up'][1:], known=s['up'][0], out=s['out'] - 1)

def dcvm(s, to):
    if s['out'] < MOST:
        yield to(out=s['out'] + 1, lent=s['lent'] + 1, q1=s['q1'] + 1)
    if s['q1'] and not s['w1']:
        yield to(q1=s['q1'] - 1, w1=1, lent=s['lent'] - 1)
    if s['q1'] and not s['parts']:
        yield to(q1=s['q1'] - 1, parts=2)
    if s['parts']:
        yield to(parts=s['parts'] - 1, q2=s['q2'] + (0,), lent=s['lent'] - (s['parts'] == 1))
    if s['w1']:
        yield to(v1=1 - s['v1'])
        yield to(w1=0, e1=s['v1'], up=s['up'] + ((s['v1'], s['carried']),))
    if s['q2'] and not s['w2']:
        yield to(q2=s['q2'][1:], w2=1)
    if s['w2']:
        yield to(v2=1 - s['v2'])
        yield to(w2=0, up2=s['up2'] + (s['v2'],))
    if s['up2']:
        whole = s['joined'] == 1
        yield to(up2=s['up2'][1:], carried=s['up2'][0], joined=s['joined'] ^ 1,
                 up=s['up'] + (((s['e1'], s['up2'][0]),) if whole else ()))
    if s['up']:
        yield to(up=s['up'][1:], known=s['up'][0], out=s['out'] - 1)

def spmd(s, to):
    if s['w1'] == 0: # node 1 computes a step; its border goes to node 2
        yield to(w1=1, q1=s['q1'] + 1, known=None)
    if s['w1'] == 1 and s['up']:
        yield to(w1=0, up=s['up'][1:], known=(s['v1'], s['up'][0]))
    if s['w2'] == 0:
        yield to(v2=1 - s['v2'])
        yield to(w2=1, up=s['up'] + (s['v2'],))
    if s['w2'] == 1 and s['q1']:
        yield to(w2=0, q1=s['q1'] - 1)

STEPS = {'PIPELINE': pipeline, 'DCVM': dcvm, 'SPMD': spmd}[machine]
AT = {'results': lambda s: s['out'] == 0, 'credits': lambda s: s['lent'] == 0, 'borders': lambda s: True}[point]

# lent: places of node 1 without a credit; q1, q2: what waits at a node; w1, w2: it computes (SPMD: it waits); v1, v2: the events
START = dict(out=0, lent=0, q1=0, w1=0, v1=0, e1=0, parts=0, q2=(), w2=0, v2=0, up2=(), joined=0, carried=0, up=(), known=None)

seen, todo, wrong, known = set(), [START], 0, 0
while todo:
    s = todo.pop()
    key = tuple(s.values())
    if key in seen:
        continue
    seen.add(key)
    if s['known'] and AT(s):
        known += 1
        wrong += s['known'] != (s['v1'], s['v2'])
    todo.extend(STEPS(s, lambda **new: {**s, **new}))
print('%d states, of %s: %s wrong' % (len(seen), 'some' if known else 'none', 'some' if wrong else 'none'))
