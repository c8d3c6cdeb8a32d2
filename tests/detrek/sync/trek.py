"""trek.py TRELLIS DIRECTORY SEEDS: applications under TrEK, forced into the order of runs with other timing.

On trees of 7 and of 16 nodes each application is recorded on a machine, and SEEDS times its order is forced on another
one, with other clocks, memories, links and seed. Each forced run has all operations in this order, the application's
right output, and a recording with the same log. Prints the counts, or what differs."""
import random
import re
import subprocess
import sys

trellis, tmp, nseeds = sys.argv[1], sys.argv[2], int(sys.argv[3])

APPLICATIONS = [("queens", ["8"]), ("mandel", ["48", "36", "100", "6", "valley"]), ("msort", []), ("life", [])]
EACH = 5  # forced runs of a recorded order


def read(name):
    with open(f"{tmp}/{name}", "rb") as f:
        return f.read()


def network(r, nodes):
    """A binary tree of nodes, each with its own timing."""
    speed, text = r.choice(["5Mb", "10Mb", "20Mb"]), "topology tree\n"
    for i in range(nodes):
        text += (f"node n{i} type=T800 mem=4M speed={speed} wait={r.randint(0, 9)} clock={r.choice(['17.5', '20', '25', '30'])}MHz "
                 f"onchip={r.choice(['4K', '16K'])}\n")
    text += "host h\nwire h.0 n0.0\n"
    for i in range(1, nodes):
        text += f"wire n{(i - 1) // 2}.{2 - i % 2} n{i}.3\n"
    with open(f"{tmp}/net.topo", "w") as f:
        f.write(text + "end\n")


def run(r, name, arguments, nodes, *options):
    """Runs it on a new machine; returns its result, what is said of the order, and the exit status."""
    network(r, nodes)
    with open(f"{tmp}/result", "wb"):
        pass
    p = subprocess.run([trellis, "run", "-n", str(nodes), "-t", f"{tmp}/net.topo", "-b", f"{tmp}/{name}", "-o", f"{tmp}/result",
                        "--seed", str(r.randrange(1000)), "--record", f"{tmp}/rec", *options,
                        f"programs/{name}/{name}.vms", *(["--"] + arguments if arguments else [])],
                       capture_output=True, text=True, timeout=1200, stdin=subprocess.DEVNULL)
    said = re.search(r"all \d+ operations in this order|the run left the order.*|the run ended before.*", p.stderr)
    return read("result"), said.group(0) if said else "", p.returncode


def log(name):
    """The order of the recording, in that file; returns its bytes."""
    subprocess.run([trellis, "export", "sync", "-o", f"{tmp}/{name}", f"{tmp}/rec"], check=True, capture_output=True)
    return read(name)


runs, others, operations = 0, 0, 0
for name, arguments in APPLICATIONS:
    for nodes in 7, 16:
        r = random.Random(f"{name} {nodes}")
        right = None
        for seed in range(nseeds):
            if seed % EACH == 0:
                last, order = right, None
                right, _, status = run(r, name, arguments, nodes)
                order = log("order")
                assert status == 0 and right and last in (None, right), f"{name} on {nodes}: another result"
            output, said, status = run(r, name, arguments, nodes, "--sync-order", f"{tmp}/order")
            where = f"{name} on {nodes}, run {seed}"
            assert said.startswith("all") and status == 0, f"{where}: status {status}, '{said}'"
            assert output == right, f"{where}: another result"
            assert log("again") == order, f"{where}: another log"
            runs += 1
            operations += int(said.split()[1])
        run(r, name, arguments, nodes)
        others += log("again") != order
print(f"{runs} runs in order, {operations} operations; {others} of {2 * len(APPLICATIONS)} free runs have another order")
