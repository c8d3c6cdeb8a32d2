"""dap.py TRELLIS FOLDER: planted bugs found over the protocol, in the recordings FOLDER/run-N that planted.t makes.

Each bug is found by breakpoints on functions or the filter for nodes that stop, a few moves, and a look at a frame: its
line, and variables.
"""
import os
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused

trellis, folder = sys.argv[1:]

# Bug: functions, exception filters, moves, frame, expressions.
BUGS = {
    101: ((), ['stop'], ['continue'], 0, []),
    103: (('result_receiver',), [], ['continue', 'next', 'next'], 0, ['picture.width', 'picture.height']),
    104: (('bad',), [], ['continue'], 1, ['c', 'n']),
    105: ((), ['stop'], ['continue'], 0, ['i', 'nparts']),
    107: (('interval_halve',), [], ['continue', 'next'], 0, ['middle', 'whole->from', 'whole->to']),
    111: ((), ['stop'], ['continue'], 0, ['x']),
    112: (('data_generator',), [], ['continue'], 0, ['Nsegs']),
    130: (('compute_fn',), [], ['continue', 'continue'], 0, ['*(const Board *)task', 'c']),
}


def line_of(frame):
    path = frame['source']['path']
    with open(path) as f:
        return os.path.basename(path), frame['line'], f.read().split('\n')[frame['line'] - 1].strip()


for bug, (functions, filters, moves, number, expressions) in BUGS.items():
    client = Client(trellis)
    client.launch(recording='%s/run-%d' % (folder, bug))
    client.functions(*functions)
    client.request('setExceptionBreakpoints', filters=filters)
    stop = client.begin()
    for move in moves:
        stop = client.move(move, threadId=stop.get('threadId', 0))
    frame = client.frames(stop['threadId'])[number]
    print('bug %d:' % bug, stop['reason'], frame['name'], *line_of(frame))
    for e in expressions:
        try:
            print('   %s: %s' % (e, client.value(e, frame['id'])))
        except Refused as refused:
            print('  ', refused)
    client.end()
