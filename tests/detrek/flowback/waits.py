#!/usr/bin/env python3
"""waits.py - runs programs that end in a deadlock, and asks trellis why they wait.

	waits.py WORK OPTIMISE PROGRAM...

Each program is compiled with the option OPTIMISE, run, and recorded in the folder WORK. It has a
line with the comment "fault": the statement that is at fault, or that should have sent, signalled
or received. Prints for each program the first line of the answer that names this line, "none" if
there is none; and whether the cycle in the answer has the same threads as the cycle that the run
has printed, "-" if one of the two has no cycle.
"""
import os
import re
import subprocess
import sys

TRELLIS = os.environ["TRELLIS"]


def output(*arguments, text=None):
    done = subprocess.run([TRELLIS, *arguments], input=text, capture_output=True, text=True)
    return done.stdout + done.stderr


def fault(source):
    lines = open(source).read().split("\n")
    marked = [i + 1 for i, line in enumerate(lines) if "/* fault */" in line]
    assert len(marked) == 1, source
    return "%s:%d" % (os.path.basename(source), marked[0])


def find(directory):
    """The only source of a folder that has a mark."""
    sources = [os.path.join(directory, f) for f in sorted(os.listdir(directory))]
    marked = [s for s in sources if s.endswith(".c") and "/* fault */" in open(s).read()]
    assert len(marked) == 1, directory
    return marked[0]


def record(work, optimise, program):
    """The recording of a program, and what its run has said."""
    name = os.path.join(work, os.path.basename(program) + optimise)
    if program.endswith(".vms"):
        said = output("run", "--record", name, "--build", name + ".build", program)
        return name, find(os.path.dirname(program)), said
    net = re.search(r"net: (\w+)", open(program).read()).group(1)
    output("cc", "--kernel", "-g", optimise, "-o", name + ".elf", program)
    said = output("run", "--topo", "programs/%s.topo" % net, "--record", name, name + ".elf")
    return name, program, said


def first_line(answer, place):
    for i, line in enumerate(answer.split("\n")):
        if re.search(r"\b%s\b" % re.escape(place), line):
            return i + 1
    return "none"


def run_cycle(said):
    """The threads of the run's own report of a cycle: (node, stack), stack "" if it is the only one."""
    cycle = re.search(r"^  cycle: (.*)$", said, re.M)
    if not cycle:
        return None
    threads = re.findall(r"n(\d+) [^(]*\(pid \d+(?:, thread (\w+))?\)", cycle.group(1))
    return sorted(threads[:-1])


def why_cycle(recording, answer):
    """The same of the answer; the debugger tells where the stack of a process is."""
    cycle = re.search(r"\(cycle: ([^)]*)\)", answer)
    if not cycle:
        return None
    names = cycle.group(1).split(" -> ")[:-1]
    said = output("debug", "--batch", recording, "-x", "/dev/stdin",
                  text="".join("process %s\n" % n for n in names))
    stacks = re.findall(r"its stack lies from 0x(\w+)", said)
    assert len(stacks) == len(names), said
    return sorted((n.split(".")[0], s) for n, s in zip(names, stacks))


def same(ours, theirs):
    if ours is None or theirs is None:
        return "-"
    equal = len(ours) == len(theirs) and all(
        a[0] == b[0] and (b[1] == "" or a[1] == b[1]) for a, b in zip(ours, theirs))
    return "same" if equal else "differs"


def main():
    work, optimise = sys.argv[1:3]
    for program in sys.argv[3:]:
        recording, source, said = record(work, optimise, program)
        answer = output("why", recording)
        open(recording + ".why", "w").write(answer)
        print(os.path.basename(program), first_line(answer, fault(source)),
              same(why_cycle(recording, answer), run_cycle(said)))


main()
