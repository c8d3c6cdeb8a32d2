# related.py TRELLIS RUN OUTPUT - checks that the concurrent and ordered events that a run's
# programs have reported were true. RUN is the recording of the run, OUTPUT what the run has
# printed. trellis simul finds all occurrences of the events in the recording. For each choice of
# processes, the n-th report of a process must not be earlier than the n-th occurrence.
import collections, json, re, subprocess, sys

UNITS = {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9, "s": 10**12}

def ps(text):
    number, unit = re.match(r"([0-9.]+)([a-z]+)$", text).groups()
    return round(float(number) * UNITS[unit])

reports = collections.defaultdict(list)
for line in open(sys.argv[3]):
    m = re.match(r"(\S+): (\{.*\}\S+): recognised by node \S+, (\S+)$", line)
    if m:
        reports[m[2], m[3]].append(ps(m[1]))
choices = sorted({choice for choice, recogniser in reports})
occurred = {}
if choices:
    found = subprocess.run([sys.argv[1], "simul", "--json", *("--query=" + c for c in choices), sys.argv[2]],
        capture_output=True, text=True)
    for c, events in zip(choices, json.loads(found.stdout)["events"]):
        occurred[c] = sorted(o["time"] for o in events["concurrent" if "||" in c else "ordered"])
wrong = sum(n >= len(occurred[c]) or at < occurred[c][n] for (c, p), times in reports.items() for n, at in enumerate(times))
most = {c: max(len(t) for (d, p), t in reports.items() if c == d) for c in choices}
print("%d reports, %d wrong; %d of %d occurrences" % (sum(map(len, reports.values())), wrong, sum(most.values()),
    sum(map(len, occurred.values()))))
