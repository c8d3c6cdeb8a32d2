"""Runs of applications under TrEK on machines with random timing, for trek.py and inside_trek.py."""
import re
import subprocess

APPLICATIONS = [("queens", ["8"]), ("mandel", ["48", "36", "100", "6", "valley"]), ("msort", []), ("life", [])]


class Runs:
    """In a directory, with the program trellis."""

    def __init__(self, trellis, tmp):
        self.trellis, self.tmp = trellis, tmp

    def read(self, name):
        with open(f"{self.tmp}/{name}", "rb") as f:
            return f.read()

    def network(self, r, nodes):
        """A binary tree of nodes, each with its own timing."""
        speed, text = r.choice(["5Mb", "10Mb", "20Mb"]), "topology tree\n"
        for i in range(nodes):
            text += (f"node n{i} type=T800 mem=4M speed={speed} wait={r.randint(0, 9)} clock={r.choice(['17.5', '20', '25', '30'])}MHz "
                     f"onchip={r.choice(['4K', '16K'])}\n")
        text += "host h\nwire h.0 n0.0\n"
        for i in range(1, nodes):
            text += f"wire n{(i - 1) // 2}.{2 - i % 2} n{i}.3\n"
        with open(f"{self.tmp}/net.topo", "w") as f:
            f.write(text + "end\n")

    def run(self, r, name, arguments, nodes, *options, build=""):
        """Runs it on a new machine; returns its result, what is said of the order, and the exit status."""
        self.network(r, nodes)
        with open(f"{self.tmp}/result", "wb"):
            pass
        p = subprocess.run([self.trellis, "run", "-n", str(nodes), "-t", f"{self.tmp}/net.topo", "-b", f"{self.tmp}/{name}{build}",
                            "-o", f"{self.tmp}/result", "--seed", str(r.randrange(1000)), "--record", f"{self.tmp}/rec", *options,
                            f"programs/{name}/{name}.vms", *(["--"] + arguments if arguments else [])],
                           capture_output=True, text=True, timeout=1200, stdin=subprocess.DEVNULL)
        self.errors = p.stderr
        said = re.search(r"all \d+ operations in this order|the run left the order.*|the run ended before.*", p.stderr)
        return self.read("result"), said.group(0) if said else "", p.returncode

    def log(self, name):
        """The order of the recording, in that file; returns its bytes."""
        subprocess.run([self.trellis, "export", "sync", "-o", f"{self.tmp}/{name}", f"{self.tmp}/rec"], check=True, capture_output=True)
        return self.read(name)
