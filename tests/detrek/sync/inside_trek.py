"""inside_trek.py TRELLIS DIRECTORY SEEDS: the logs that the nodes themselves keep of applications under TrEK.

On trees of 7 and of 16 nodes, with SEEDS random timings each, the log of a run is the one that its recording gives, and its
order is forced on another machine, with the usual kernel and TrEK. Prints the counts, or what differs."""
import random
import sys

from trek_runs import APPLICATIONS, Runs

trellis, tmp, nseeds = sys.argv[1], sys.argv[2], int(sys.argv[3])
machine = Runs(trellis, tmp)
runs, nbytes, operations = 0, 0, 0
for name, arguments in APPLICATIONS:
    for nodes in 7, 16:
        right = None
        for seed in range(nseeds):
            r, where = random.Random(f"inside {name} {nodes} {seed}"), f"{name} on {nodes}, run {seed}"
            output, _, status = machine.run(r, name, arguments, nodes, "--sync-log", f"inside:{tmp}/inside", build=".inside")
            assert status == 0 and output and right in (None, output), f"{where}: status {status}, {machine.errors}"
            right = output
            order = machine.log("order")
            assert machine.read("inside") == order, f"{where}: the logs differ"
            output, said, status = machine.run(r, name, arguments, nodes, "--sync-order", f"{tmp}/inside")
            assert said.startswith("all") and status == 0 and output == right, f"{where}, forced: status {status}, '{said}'"
            assert machine.log("again") == order, f"{where}, forced: another log"
            runs, nbytes, operations = runs + 1, nbytes + len(order), operations + int(said.split()[1])
print(f"{runs} logs are equal, and in order {operations} operations; {nbytes} bytes")
