"""random_run.py: runs, records and analyses small programs on one node; for schedules.py and dependent.py, whose first
arguments are TRELLIS DIRECTORY."""
import subprocess
import sys

trellis, tmp = sys.argv[1], sys.argv[2]

TIMINGS = ["wait=1", "wait=9", "clock=25MHz", "clock=30MHz onchip=16K", "clock=17.5MHz wait=4"]


def call(*words):
    p = subprocess.run(words, capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


def write(name, text):
    with open(f"{tmp}/{name}", "w") as f:
        f.write(text)


def topology(timing):
    write("t.topo", f"topology single\nnode n0 type=T800 mem=4M {timing}\nhost h\nwire h.0 n0.0\nend\n")
    return f"{tmp}/t.topo"


def record(timing, seed=0):
    _, out, _ = call(trellis, "shell", "--seed", str(seed), "--record", f"{tmp}/rec", topology(timing), f"{tmp}/script")
    return "ended" in out.splitlines()


def numbered(lines):
    """The events in their order, as task.number."""
    count, events = {}, []
    for words in lines:
        if len(words) == 3 and words[0] != "start" and words[1] in ("S", "W", "V", "P") and not words[2].endswith((".high", ".ends")):
            count[words[0]] = count.get(words[0], 0) + 1
            events.append((f"{words[0]}.{count[words[0]]}", "run-" in words[2]))
    return events


def observed():
    """Operations of the recording, as it had them; those that begin a thread come with the one before."""
    call(trellis, "export", "mtr", "-o", f"{tmp}/mtr", f"{tmp}/rec")
    return numbered(line.split() for line in open(f"{tmp}/mtr"))


def musts():
    """From `order`: for each event, how many of each task's must come first."""
    _, out, _ = call(trellis, "order", "--no-deadlock", "--method=exact", f"{tmp}/rec")
    tasks, must = [], {}
    for line in out.splitlines():
        words = line.split()
        if words and words[0] == "stamp":
            must[words[1]] = [int(w) for w in words[3:]]
            task = words[1].rsplit(".", 1)[0]
            if task not in tasks:
                tasks.append(task)
    return tasks, must
