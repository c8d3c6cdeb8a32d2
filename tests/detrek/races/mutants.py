"""mutants.py TRELLIS BRUTE DIRECTORY EACH: programs whose synchronisation was changed at one place, every EACHth of them.

A line with a lock, unlock, barrier, join, message or channel is removed, or exchanged with the statement before or after
it; a lock becomes that of another object, or two locks, events, tags or buffers are exchanged. Each program is run and
recorded, and BRUTE (brute_live.c) compares the races that are found with all pairs of accesses. Prints the counts, or
which programs differ."""
import itertools
import os
import re
import shutil
import subprocess
import sys

trellis, brute, tmp, each = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])

SUITE = [("lu", 24), ("radix", 300), ("raytrace", 16), ("fft", 32), ("ocean", 12), ("water", 32), ("barnes", 16), ("cholesky", 24)]
NODES = [("lu", 16), ("radix", 60), ("fft", 64), ("ocean", 10), ("water", 16), ("barnes", 12), ("cholesky", 16), ("raytrace", 12)]
TALK, RELAY = "tests/detrek/races/node/talk.c", "tests/detrek/races/node/relay.c"


def splash(*names):
    return [f"programs/splash/{name}.c" for name in names]


# the file that is changed; sources; arguments; options of the compiler; nodes and network
PROGRAMS = [(f"programs/splash/{name}.c", splash(name, "team"), ["4", str(size)], [], "n0", "single") for name, size in SUITE]
PROGRAMS += [("programs/splash/water.h", splash("water", "team"), ["4", "32"], [], "n0", "single"),
             ("programs/splash/team.c", splash("lu", "team"), ["4", "24"], [], "n0", "single"),
             (TALK, [TALK], [], ["-DWAITING"], "n0", "single"), (TALK, [TALK], [], ["-DHELD"], "n0", "single"),
             (RELAY, [RELAY], [], [], "n0-2", "chain4")]
PROGRAMS += [(f"programs/splash/{name}_nodes.c", splash(f"{name}_nodes", "nodes", "team"), ["3", str(size)], [], "n0-1", "pair") for name, size in NODES]
PROGRAMS += [("programs/splash/nodes.c", splash("ocean_nodes", "nodes", "team"), ["3", "10"], [], "n0-1", "pair")]

SYNCHRONISES = re.compile(r"^\s*(if .*\) )?(\w+ \+?= )?(team_(un)?lock|team_barrier|lock_(acquire|release)|barrier_wait|thread_join|send|receive"
                          r"|channel_(in|out)_word|node_(send|receive|tell|hear|post|take)|nodes_(share|collect))\(.*;$")
HEADER = re.compile(r"^\s*(for|if|while|else)\b[^{]*$")


def depth(line):
    return len(line) - len(line.lstrip("\t"))


def is_alone(lines, i):
    """The line is not the only statement of a loop or condition, and it begins there."""
    return not (HEADER.match(lines[i - 1]) and not lines[i - 1].endswith(";")) and "if" not in lines[i].split("(")[0]


def behind(lines, i):
    """The last line of the statement that follows line i in its block; i if there is none."""
    if not lines[i + 1].strip() or depth(lines[i + 1]) < depth(lines[i]) or re.match(r"\s*(return|break|continue|else|})", lines[i + 1]):
        return i
    last = i + 1
    while depth(lines[last + 1]) > depth(lines[i]) or re.match(r"\t{%d}(}|else)" % depth(lines[i]), lines[last + 1]):
        last += 1
    return last


def before(lines, i):
    """The first line of the statement before line i in its block; i if there is none."""
    first = i - 1
    if not lines[first].strip() or depth(lines[first]) < depth(lines[i]):
        return i
    while depth(lines[first]) > depth(lines[i]) or re.match(r"\t{%d}(}|else)" % depth(lines[i]), lines[first]):
        first -= 1
    return first if lines[first].strip() and depth(lines[first]) == depth(lines[i]) else i


def replaced(lines, places):
    """The text with some lines replaced."""
    return [places.get(i, line) for i, line in enumerate(lines)]


def argument(line):
    """The lock, event or tag in a call, and what comes before and after it."""
    m = re.match(r"(.*(?:team_(?:un)?lock\(\d+, |node_\w+\([^,]+, |\b(?:send|receive)\())([^,()]+)([,)].*)$", line)
    return m.groups() if m else None


def mutants(lines):
    """Pairs of a description and a text."""
    points = [i for i, line in enumerate(lines) if SYNCHRONISES.match(line)]
    for i in points:
        yield f"{i + 1} removed", replaced(lines, {i: re.match(r"\s*", lines[i]).group(0) + ";"})
        last, first = behind(lines, i), before(lines, i)
        if is_alone(lines, i) and last > i:
            yield f"{i + 1} behind the next", lines[:i] + lines[i + 1:last + 1] + lines[i:i + 1] + lines[last + 1:]
        if is_alone(lines, i) and first < i and first not in points:
            yield f"{i + 1} before the last", lines[:first] + lines[i:i + 1] + lines[first:i] + lines[i + 1:]
        if "team_lock" in lines[i]:
            number = re.search(r"team_lock\((\d+)", lines[i]).group(1)
            same = [k for k in points if re.search(rf"team_(un)?lock\({number},", lines[k])]
            yield f"{i + 1} another lock", replaced(lines, {k: "{}({}) + 1{}".format(*argument(lines[k])) for k in same})
        if "copy, 8" in lines[i]:
            yield f"{i + 1} another buffer", replaced(lines, {i: lines[i].replace("copy", "task")})
    with_argument = [i for i in points if argument(lines[i])]
    for i, k in itertools.combinations(with_argument, 2):
        a, b = argument(lines[i]), argument(lines[k])
        if a[1] != b[1] and ("lock" in a[0]) == ("lock" in b[0]) and abs(i - k) < 30:
            yield f"{i + 1} and {k + 1} exchanged", replaced(lines, {i: a[0] + b[1] + a[2], k: b[0] + a[1] + b[2]})


def call(*words):
    p = subprocess.run(words, capture_output=True, text=True, timeout=3000)
    return p.returncode, p.stdout + p.stderr


def compiles(text, changed, sources, options):
    """Makes mutant.elf of the sources with a changed text."""
    shutil.rmtree(f"{tmp}/sources", ignore_errors=True)
    os.mkdir(f"{tmp}/sources")
    copies = [shutil.copy(source, f"{tmp}/sources") for source in sources]
    with open(f"{tmp}/sources/{os.path.basename(changed)}", "w") as f:
        f.write("\n".join(text) + "\n")
    status, _ = call(trellis, "cc", "--kernel", "-O2", "-g", "-w", "-I", "programs/splash", *options, "-o", f"{tmp}/mutant.elf", *copies)
    return status == 0


def judge(arguments, nodes, net):
    """Runs and records the program; what BRUTE says of the recording: same or different, and how many pairs."""
    with open(f"{tmp}/script", "w") as f:
        f.write(f"spread\nloadgo {nodes} {tmp}/mutant -- {' '.join(arguments)}\n")
    call("timeout", "600", trellis, "shell", "--record", f"{tmp}/rec", f"programs/{net}.topo", f"{tmp}/script")
    return call(brute, f"{tmp}/rec")[1]


number = judged = racy = pairs = refused = 0
for changed, sources, arguments, options, nodes, net in PROGRAMS:
    with open(changed) as f:
        lines = f.read().splitlines()
    for what, text in mutants(lines):
        number += 1
        if number % each != 0:
            continue
        if not compiles(text, changed, sources, options):
            refused += 1
            continue
        said = judge(arguments, nodes, net)
        judged += 1
        n = re.match(r"same (\d+) pairs", said)
        if not n:
            print(f"{changed}:{what} {' '.join(options)}: {said[:500]}")
            continue
        racy += n.group(1) != "0"
        pairs += int(n.group(1))
print(f"{judged} programs, {racy} with races, {pairs} pairs of instructions; {refused} could not be compiled")
