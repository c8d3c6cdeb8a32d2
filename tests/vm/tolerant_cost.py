#!/usr/bin/env python3
"""tolerant_cost.py TRELLIS [APPLICATION...]: what fault_tolerance costs where nothing fails, in simulated time.

Each row is an application on a tree: the time of its runs on 16, 24 and 32 nodes, without and with
fault_tolerance, the median of their differences, and each difference. If the median is too large,
the application also runs on four other numbers of nodes. A single run says little: its time depends
more on which node gets the last long task than on TrEK. Prints a table; exit status 1 if the median
of a row is more than 12 %.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

# application: arguments
APPLICATIONS = {
    'mandel/mandel': ['96', '72', '300', '4'],
    'ray/ray': ['64', '48', '4'],
    'simulated/farm': [],
    'simulated/simulated': [],
    'msort/msort': [],
    'quad/quad': ['9'],
    'queens/queens': ['11'],
}
TREES = ['btree', 'ttree']
SIZES = [16, 24, 32]
MORE = [20, 28, 36, 40] # where the three say more than MOST
MOST = 12.0  # percent


def prepare(app, tmp, tolerant):
    """A copy of the application, with or without fault_tolerance."""
    folder, name = app.split('/')
    home = os.path.join(tmp, name + ('.on' if tolerant else '.off'))
    vms = os.path.join(home, name + '.vms')
    shutil.copytree(os.path.join('programs', folder), home)
    if tolerant:
        with open(vms) as f:
            text = f.read()
        with open(vms, 'w') as f:
            f.write(re.sub(r'(type = \w+;)', r'\1\n  fault_tolerance = on;', text))
    return vms


def time(trellis, vms, arguments, tree, n):
    """The simulated time of a run, us."""
    run = subprocess.run([trellis, 'run', '--engine', 'translate', '--build', vms + '.build', '-o', vms + '.out', '-n', str(n),
                          '-T', tree, vms] + (['--'] + arguments if arguments else []),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = re.search(r'Execution time = (\d+)', run.stdout)
    if run.returncode or not said:
        raise SystemExit('%s %s %d: exit %d\n%s' % (vms, tree, n, run.returncode, run.stdout))
    return int(said.group(1))


def main():
    trellis, apps = os.path.abspath(sys.argv[1]), sys.argv[2:] or list(APPLICATIONS)
    tmp = tempfile.mkdtemp()
    slow = False
    try:
        for app in apps:
            off, on = prepare(app, tmp, False), prepare(app, tmp, True)
            for tree in TREES:
                times, slower = [[], []], []
                for sizes in SIZES, MORE:
                    if slower and statistics.median(slower) <= MOST:
                        break
                    for row, vms in zip(times, (off, on)):
                        row += [time(trellis, vms, APPLICATIONS[app], tree, n) for n in sizes]
                    slower = [100 * (b / a - 1) for a, b in zip(*times)]
                slow = slow or statistics.median(slower) > MOST
                print('%-10s %s %8.2f s %8.2f s %+5.1f %%  (%s)' % (app.split('/')[1], tree, sum(times[0]) / 1e6,
                      sum(times[1]) / 1e6, statistics.median(slower), ' '.join('%+.1f' % s for s in slower)), flush=True)
    finally:
        shutil.rmtree(tmp)
    sys.exit(slow)


if __name__ == '__main__':
    main()
