#!/usr/bin/env python3
"""
path.py TRACE HTML: checks the critical path that a page shows, by another computation from the text
of a trace (trellis export text) of the same run.

A stretch is the time between two idle times of a node. Its cause is the last message that was
received while the node was idle, or at the moment in which the stretch began. A stretch of a host
is what it does from a message that it receives to the next one that it sends.
"""
import base64, bisect, json, re, struct, sys

ns = lambda word: int(word.replace(".", ""))  # ps
place = lambda end: end.split(".")[0]

stretches, sent, cause, open_, last = {}, {}, {}, {}, None
for words in map(str.split, open(sys.argv[1], encoding="utf-8")):
    at, kind = ns(words[0]), words[1]
    node = place(words[2])
    mine = stretches.setdefault(node, [])
    host = node == "h"
    if kind == "run" and node not in open_:
        open_[node] = mine.append([at, at, cause.pop(node, None)]) or True
    elif kind in ("idle", "stop") and open_.pop(node, None):
        mine[-1][1] = at
        cause.pop(node, None)
    elif kind == "send":
        sent[words[2]] = at
        if host and open_.pop(node, None):
            mine[-1][1] = at
    elif kind == "received" and len(words) > 4 and words[4] in sent:
        message = (place(words[4]), sent[words[4]])
        if host:
            if node in open_:
                mine[-1][1] = at
            open_[node] = mine.append([at, at, message]) or True
            last = (message[0], at)
        elif message[1] < at and node not in open_:
            cause[node] = message
        elif message[1] < at and mine[-1][0] == at:
            mine[-1][2] = message
for node in open_:
    stretches[node][-1][1] = at

# The path, step by step, from its end.
node, now = last
total = {"computes": 0, "message": 0, "waits": 0}
while now > 0:
    i = bisect.bisect_left([s[0] for s in stretches[node]], now) - 1
    if i < 0:
        total["waits"] += now
        break
    begin, end, message = stretches[node][i]
    total["waits"] += max(0, now - end)
    total["computes"] += min(now, end) - begin
    now = begin
    if message:
        total["message"] += begin - message[1]
        node, now = message

whole = sum(total.values())
assert whole == last[1], "the parts of the path are not the whole time"
page = open(sys.argv[2], encoding="utf-8").read()
words = re.search(r"critical path is ([\d.]+) % computing \(\S+ most, [\d.]+ %\), ([\d.]+) % messages on their way and "
                  r"([\d.]+) % waiting", page).groups()
found = [f"{100 * total[k] / whole:.1f}" for k in ("computes", "message", "waits")]
print("page", *words)
print("model", *found)

# What is drawn of it goes on in time, and is within the run.
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1).replace("\\u003c", "<"))
raw = {k: base64.b64decode(v) for k, v in data["path"].items()}
begin = struct.unpack(f"<{len(raw['begin']) // 4}I", raw["begin"])
end = struct.unpack(f"<{len(raw['end']) // 4}I", raw["end"])
print("drawn", all(b <= e for b, e in zip(begin, end)) and all(e <= b for e, b in zip(end, begin[1:])) and len(begin) > 0)
