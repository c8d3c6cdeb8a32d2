"""trek.py TRELLIS DIRECTORY SEEDS: applications under TrEK, forced into the order of runs with other timing.

On trees of 7 and of 16 nodes each application is recorded on a machine, and SEEDS times its order is forced on another
one, with other clocks, memories, links and seed. Each forced run has all operations in this order, the application's
right output, and a recording with the same log. Prints the counts, or what differs."""
import random
import sys

from trek_runs import APPLICATIONS, Runs

trellis, tmp, nseeds = sys.argv[1], sys.argv[2], int(sys.argv[3])

EACH = 5  # forced runs of a recorded order
machine = Runs(trellis, tmp)
runs, others, operations = 0, 0, 0
for name, arguments in APPLICATIONS:
    for nodes in 7, 16:
        r = random.Random(f"{name} {nodes}")
        right = None
        for seed in range(nseeds):
            if seed % EACH == 0:
                last, order = right, None
                right, _, status = machine.run(r, name, arguments, nodes)
                order = machine.log("order")
                assert status == 0 and right and last in (None, right), f"{name} on {nodes}: another result"
            output, said, status = machine.run(r, name, arguments, nodes, "--sync-order", f"{tmp}/order")
            where = f"{name} on {nodes}, run {seed}"
            assert said.startswith("all") and status == 0, f"{where}: status {status}, '{said}'"
            assert output == right, f"{where}: another result"
            assert machine.log("again") == order, f"{where}: another log"
            runs += 1
            operations += int(said.split()[1])
        machine.run(r, name, arguments, nodes)
        others += machine.log("again") != order
print(f"{runs} runs in order, {operations} operations; {others} of {2 * len(APPLICATIONS)} free runs have another order")
