"""seeds.py TRELLIS DIRECTORY SEEDS FREE: what holds of the programs of programs/splash under any timing of the machine.

For each program, without and with a race, SEEDS runs on machines with other clocks, memories and seeds are forced into
the order of one run: they have its log, and without a race its output, or say where a race made them leave the order.
With a race, FREE free runs end alike with a recording and without one; the kernels' own log is that of their
run. DIRECTORY has the programs NAME.elf. Prints the counts, or what differs."""
import random
import re
import subprocess
import sys

trellis, tmp, nseeds, nfree = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])

# name, nodes, size, a point of synchronisation that is left out
PROGRAMS = [("lu", 1, 24, 1), ("radix", 1, 300, 1), ("fft", 1, 32, 2), ("ocean", 1, 12, 1), ("water", 1, 32, 1),
            ("barnes", 1, 16, 1), ("cholesky", 1, 24, 1), ("raytrace", 1, 16, 1),
            ("lu_nodes", 4, 24, 2), ("radix_nodes", 4, 300, 5), ("fft_nodes", 4, 64, 3), ("ocean_nodes", 4, 12, 1),
            ("water_nodes", 4, 32, 1), ("barnes_nodes", 4, 16, 1), ("cholesky_nodes", 4, 24, 1), ("raytrace_nodes", 4, 16, 1)]


def write(name, text):
    with open(f"{tmp}/{name}", "w") as f:
        f.write(text)


def read(name):
    with open(f"{tmp}/{name}", "rb") as f:
        return f.read()


def network(nodes, timing):
    """A chain of nodes, each with its own timing."""
    text = "topology chain\n"
    for i in range(nodes):
        text += f"node n{i} type=T800 mem=4M {timing()}\n"
    text += "host h\nwire h.0 n0.0\n"
    for i in range(1, nodes):
        text += f"wire n{i - 1}.2 n{i}.1\n"
    write("net.topo", text + "end\n")


def shell(seed, *options):
    """Runs the script; returns the output and what is said of the order."""
    p = subprocess.run([trellis, "shell", "--seed", str(seed), *options, f"{tmp}/net.topo", f"{tmp}/script"],
                       capture_output=True, text=True, timeout=1200, stdin=subprocess.DEVNULL)
    said = re.search(r"all \d+ operations in this order|the run left the order|the run ended before", p.stderr)
    return p.stdout.split("up, after", 1)[-1].split("\n", 1)[-1], said.group(0)[:3] if said else "", p.returncode


def recorded(seed, *options):
    return shell(seed, "--record", f"{tmp}/rec", *options)


def log_of_recording(name="log"):
    """The order of its operations, as they are seen from outside, in that file; returns its bytes."""
    subprocess.run([trellis, "export", "sync", "-o", f"{tmp}/{name}", f"{tmp}/rec"], check=True, capture_output=True)
    return read(name)


def script(name, nodes, *arguments):
    write("script", f"spread\nloadgo n0-{nodes - 1} {tmp}/{name} -- {' '.join(map(str, arguments))}\n")


def timing(r):
    return f"wait={r.randint(0, 9)} clock={r.choice(['17.5', '20', '25', '30'])}MHz onchip={r.choice(['4K', '16K'])}"


def forced(r, name, nodes):
    """Returns how many runs kept the order, how many said that they left it, and how many kept it with another output."""
    network(nodes, str)
    first, _, _ = recorded(0)
    log, kept, left, values = log_of_recording("order"), 0, 0, 0
    for seed in range(1, nseeds + 1):
        network(nodes, lambda: timing(r))
        output, said, status = recorded(seed, "--sync-order", f"{tmp}/order")
        assert said and status == (4 if said == "the" else 0), f"{name}, seed {seed}: status {status}, '{said}'"
        again = log_of_recording()
        if said == "all":
            assert again == log, f"{name}, seed {seed}: another log"
            kept += 1
            values += output != first
        left += said == "the"
    return kept, left, values


clean = [0, 0]
racy = [0, 0, 0]
r = random.Random(1)
for name, nodes, size, point in PROGRAMS:
    script(name, nodes, 4, size)
    kept, left, values = forced(r, name, nodes)
    clean = [clean[0] + kept, clean[1] + left]
    assert values == 0, f"{name}: another output"
    script(name, nodes, "-without", point, 4, size)
    racy = [a + b for a, b in zip(racy, forced(r, name, nodes))]
print(f"clean: {clean[0]} in order, {clean[1]} not")
print(f"with a race: {racy[0]} in order, {racy[1]} said where they left it; {racy[2]} in order with other values")

same = [0, 0]
for seed in range(1, nfree + 1):
    name, nodes, size, point = PROGRAMS[seed % len(PROGRAMS)]
    script(name, nodes, 4, size)
    network(nodes, str)
    right = shell(seed)
    script(name, nodes, "-without", point, 4, size)
    network(nodes, lambda: timing(r))
    free = shell(seed)
    assert recorded(seed) == free, f"{name}, seed {seed}: another run with a recording"
    inside = recorded(seed, "--sync-log", f"inside:{tmp}/inside")
    assert read("inside") == log_of_recording(), f"{name}, seed {seed}: the logs differ"
    same = [same[0] + (free != right), same[1] + (inside != right)]
print(f"{nfree} free runs with a race, the same with and without a recording; another result than without the race: "
      f"{same[0]}, with the kernels' log {same[1]}")
