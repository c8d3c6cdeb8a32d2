"""brute.py: runs trellis outcomes on random programs, and compares its answer with that of brute
force; for semaphores.py, messages.py and channels.py."""
import json
import subprocess
import sys
import tempfile


def explore(trellis, keep, words):
    """Orders, deadlocks, outputs, and runs given up, or what is wrong; the kept recordings are replayed."""
    with tempfile.TemporaryDirectory() as tmp:
        run = subprocess.run([trellis, "outcomes", "--json", "--keep", str(keep), "-o", tmp + "/kept", *words],
                             capture_output=True, text=True)
        if not run.stdout:
            return run.stderr, 0, set(), 0
        found = json.loads(run.stdout)
        for o in found["outcomes"]:
            if o.get("recording") and subprocess.run([trellis, "replay", o["recording"]], capture_output=True).returncode not in (0, 1):
                return "not replayed", 0, set(), 0
    return (found["orders"], found["deadlocks"], {o["output"] for o in found["outcomes"] if o["end"] == "ended"},
            found["given_up"] if found["complete"] else "not complete")


def compare(trellis, before, program, brute, first, last, keep=0):
    """before: the command's words before those of a program. Prints each program of which both differ, and the sums."""
    orders = given_up = bad = 0
    for seed in range(int(first), int(last) + 1):
        words = program(seed)
        want = brute(*words)
        *got, up = explore(trellis, int(keep), [*before, *words])
        if tuple(got) != want or up == "not complete":
            print(seed, *words, "found", got, up, "brute force", want)
            bad += 1
            continue
        orders += want[0] + want[1]
        given_up += up
    print(f"programs {int(last) + 1 - int(first)} differ {bad} orders {orders}")
    print(f"given up {given_up}", file=sys.stderr)
