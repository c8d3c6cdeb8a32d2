#!/usr/bin/env python3
"""formats.py FORMAT FILE TEXT [FROM TO]: checks that an export has each event of the trace, in the
order that its format requires.

TEXT is the same trace, printed by `trellis export text`. FROM and TO, in ns, are given if both were
exported with them. For speedscope and otf2, FILE is what these programs have read of an export, as
speedscope.sh and otf2-print print it. Prints what differs."""
import json
import re
import sys
from collections import defaultdict
from decimal import Decimal


class Trace:
    """What the text says: times in ps."""

    def __init__(self, name, bounds):
        self.runs, self.messages, self.received = [], [], []  # [(node, begin, end, process)], [Message], [...]
        running, sending, last = {}, {}, {}
        at = 0
        for line in open(name):
            word = line.split()
            at, kind, place = ps(word[0], 1000), word[1], word[2]
            if kind in ('run', 'idle', 'stop'):
                if place in running:
                    begin, process = running.pop(place)
                    self.runs.append((place, begin, at, process))
                if kind == 'run':
                    wdesc = int(word[3], 16)
                    running[place] = at, f"{'low' if wdesc & 1 else 'high'} {wdesc & ~1:08x}"
            elif kind == 'send' and not control(place):
                last[place] = sending[place] = [place, at, None, int(word[3]), len(self.messages)]
                self.messages.append(sending[place])
            elif kind == 'sent' and place in sending:
                sending.pop(place)[2] = at
            elif kind == 'received' and not control(place):
                sender = word[4] if len(word) > 4 else None
                self.received.append((place, at, int(word[3]), last.get(sender)))
        self.begin, self.end = bounds or (0, at)
        self.end = min(self.end, at) if not bounds else self.end
        self.runs += [(node, begin, self.end, process) for node, (begin, process) in running.items()]
        for message in self.messages:
            message[2] = message[2] or self.end


def ps(number, unit):
    value = Decimal(number) * unit
    assert value == int(value), number
    return int(value)


def control(end):
    """Control links and chains are in no format but text and vcd."""
    return re.search(r'\.c\d+$|^x', end)


def differ(what, got, wanted):
    got, wanted = sorted(got), sorted(wanted)
    if got != wanted:
        print(f'{what}: {len(got)}, of the trace {len(wanted)}')
        for item in list(set(map(str, got)) ^ set(map(str, wanted)))[:5]:
            print(' ', item)


def without_breaks(spans):
    """What is covered by spans of time, of which each may begin where the one before ends."""
    made = []
    for begin, end in sorted(spans):
        if made and made[-1][1] == begin:
            made[-1] = made[-1][0], end
        else:
            made.append((begin, end))
    return [(begin, end) for begin, end in made if end > begin]


def slices(events):
    """The slices of Perfetto's tracks: (process, track, name, begin, end, category); they are balanced and in order."""
    pid, tid, open_slices, made, last = {}, {}, {}, [], 0
    for e in events:
        key = e['pid'], e['tid']
        if e['ph'] == 'M':
            if e['name'] == 'process_name':
                pid[e['pid']] = e['args']['name']
            else:
                tid[key] = e['args']['name']
            continue
        at = ps(e['ts'], 1000000)
        if at < last:
            print('earlier than the one before:', e)
        last = at
        if e['ph'] == 'B':
            if key in open_slices:
                print('begins within another:', e)
            open_slices[key] = e['name'], at, e.get('cat')
        elif e['ph'] == 'E':
            name, begin, category = open_slices.pop(key)
            if name != e['name']:
                print('ends another:', e, name)
            made.append((pid[e['pid']], tid[key], name, begin, at, category))
    if open_slices:
        print('not ended:', open_slices)
    return made


def check_perfetto(trace, name):
    events = json.load(open(name), parse_float=str, parse_int=str)['traceEvents']
    node = {e['pid']: e['args']['name'] for e in events if e['name'] == 'process_name'}
    tracks = slices(events)
    differ('processors', [(s[0], s[3], s[4], s[5]) for s in tracks if s[1] == 'processor'], trace.runs)
    differ('links', [(f'{s[0]}.{s[1].split()[1]}', s[3], s[4], s[2]) for s in tracks if s[1].endswith(' out')],
           [(end, begin, at, f'{n} bytes') for end, begin, at, n, _ in trace.messages])
    instants = [(node[e['pid']], ps(e['ts'], 1000000), e['name']) for e in events if e['ph'] == 'i' and e['name'] != 'stops']
    differ('instants', instants, [(end.split('.')[0], at, f'received {n} bytes') for end, at, n, _ in trace.received])
    arrows = [(e['id'], node[e['pid']], ps(e['ts'], 1000000)) for e in events if e['ph'] in 'stf']
    differ('arrows', arrows, [(str(m[4] + 1), m[0].split('.')[0], m[1]) for m in trace.messages] +
           [(str(m[4] + 1), end.split('.')[0], at) for end, at, _, m in trace.received if m])


def check_paraver(trace, name):
    lines = open(name).read().splitlines()
    head = re.fullmatch(r'#Paraver \(\d\d/\d\d/\d{4} at \d\d:\d\d\):(\d+)_ns:(\d+)\(.*\):1:\d+\(.*\)', lines[0])
    places = open(re.sub(r'\.prv$', '.row', name)).read().split('LEVEL NODE SIZE ')[1].split('\n')[1:]
    if int(head[1]) != trace.end // 1000:
        print('ends at', head[1])
    last, running, sent = 0, [], []
    for line in lines[1:]:
        f = list(map(int, line.split(':')))
        if f[5] < last:
            print('earlier than the one before:', line)
        last = f[5]
        if f[0] == 1 and f[6] <= f[5]:
            print('takes no time:', line)
        if f[0] == 1 and f[7] == 1:
            running.append((places[f[1] - 1], f[5], f[6]))
        elif f[0] == 3:
            sent.append((places[f[1] - 1], f[5], places[f[7] - 1], f[11], f[13]))
    together = defaultdict(list)
    for node, begin, end, _ in trace.runs:
        together[node].append((begin, end))
    differ('running', running, [(node, begin // 1000, end // 1000) for node in together
                                for begin, end in without_breaks(together[node]) if end // 1000 > begin // 1000])
    differ('communications', sent, [(m[0].split('.')[0], m[1] // 1000, end.split('.')[0], at // 1000, n)
                                    for end, at, n, m in trace.received if m])


def check_shiviz(trace, name):
    """By ShiViz's own rule: what has grown in a host's clock are predecessors, but those that precede another of them."""
    clocks, texts, before = {}, {}, defaultdict(dict)
    happened = {}  # (host, number): all that is known there, from the predecessors
    got, parents = [], {}
    for host, clock, event in re.findall(r'(\S*) (\{.*\})\n(.*)\n', open(name).read()):
        clock = json.loads(clock)
        me = host, clock[host]
        if clock[host] != before[host].get(host, 0) + 1:
            print('not the next event:', host, clock)
        grown = [(h, n) for h, n in clock.items() if h != host and n > before[host].get(h, 0)]
        known = dict(happened.get((host, clock[host] - 1), {}))
        for parent in grown:
            if parent not in happened:
                print('not yet happened:', host, clock)
            for h, n in happened.get(parent, {}).items():
                known[h] = max(known.get(h, 0), n)
        known[host] = clock[host]
        happened[me] = known
        before[host].update(clock)
        what = re.fullmatch(r'([\d.]+) us: (sends|has received) (\d+) bytes over (\S+)', event)
        if what:
            got.append((what[4], ps(what[1], 1000000), what[2], int(what[3])))
            texts[what[4], ps(what[1], 1000000), what[2]] = me
            parents[me] = grown
    differ('events', got, [(m[0], m[1], 'sends', m[3]) for m in trace.messages] +
           [(end, at, 'has received', n) for end, at, n, _ in trace.received])
    for end, at, _, m in trace.received:
        me = texts[end, at, 'has received']
        sender = texts[m[0], m[1], 'sends'] if m else None
        if sender and happened[me].get(sender[0], 0) < sender[1]:
            print('does not know its message:', end, at)
        if parents[me] not in ([], [sender]):
            print('has other predecessors:', end, at, parents[me])


def check_speedscope(trace, name):
    """Lines TRACK BEGIN END of what it has read: a track's times are from its first slice on, in us, as doubles. It makes
    one of two equal slices without a time between them, and leaves out those that take none."""
    read, wanted = defaultdict(list), defaultdict(list)
    for line in open(name):
        track, begin, end = line.rstrip('\n').rsplit(' ', 2)
        read[track].append((round(float(begin) * 1e6), round(float(end) * 1e6)))
    for node, begin, end, _ in trace.runs:
        wanted[f'{node} processor'].append((begin, end))
    for end, begin, at, _, _ in trace.messages:
        wanted['{0[0]} link {0[1]} out'.format(end.split('.'))].append((begin, at))
    for track in set(read) | set(wanted):
        first = min((begin for begin, _ in wanted[track]), default=0)
        there = [(begin - first, end - first) for begin, end in wanted[track]]
        differ(track, without_breaks(read[track]), without_breaks(there))
        if other := {t for pair in read[track] for t in pair} - {t for pair in there for t in pair}:
            print(track, 'has other times:', sorted(other)[:5])


def check_otf2(trace, name):
    inside, runs, sent = {}, [], []
    place = {}
    for line in open(name):
        if m := re.match(r'LOCATION +(\d+) +Name: "processor" .*Group: "(\S+)"', line):
            place[m[1]] = m[2]
        elif (m := re.match(r'(ENTER|LEAVE) +(\d+) +(\d+) ', line)) and m[2] in place:
            if m[1] == 'ENTER':
                inside[m[2]] = int(m[3])
            else:
                runs.append((place[m[2]], inside.pop(m[2]), int(m[3])))
        elif m := re.match(r'MPI_SEND +(\d+) +(\d+) .*Length: (\d+)', line):
            sent.append((place[m[1]], int(m[2]), int(m[3])))
    differ('regions', runs, [run[:3] for run in trace.runs])
    differ('messages', sent, [(m[0].split('.')[0], m[1], m[3])
                              for m in {r[3][4]: r[3] for r in trace.received if r[3]}.values()])


bounds = tuple(ps(t, 1000) for t in sys.argv[4:6])
globals()['check_' + sys.argv[1]](Trace(sys.argv[3], bounds), sys.argv[2])
