"""Executes each command of the table in docs/debug.md on a recorded run, each in a session of its own at the first place in
compute_fn(), and prints the processor time that it takes. Usage: commands.py TRELLIS RECORDING

A row has a command, and others that it needs, separated by `;`."""
import os
import re
import subprocess
import sys

trellis, recording = sys.argv[1:]
page = open('docs/debug.md').read()
table = page[page.index('## How long commands take'):]
rows = [re.sub(r'\\\|', '|', row).split('; ') for row in re.findall(r'^\| `(.*)` \|', table, re.M)]


def seconds(commands):
    """Processor time of a session with these commands, its status, and what it printed."""
    words = [trellis, 'debug', '--batch'] + [w for c in commands for w in ('-e', c)] + [recording]
    p = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = p.stdout.read().decode()
    _, status, usage = os.wait4(p.pid, 0)
    return usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status), text


count = 0


def ok(good, name, text=''):
    global count
    count += 1
    print('ok' if good else 'not ok', count, '-', name, flush=True)
    if not good:
        print(re.sub('^', '# ', text[-1000:], flags=re.M))


known = set(re.findall(r'^([a-z-]+) ', seconds(['help'])[2], re.M))
used = {re.match('[a-z-]+', command).group() for row in rows for command in row}
ok(known <= used, 'the table has all commands', f'missing {sorted(known - used)}')
node, place = re.search(r'\nbreakpoint.* node (\w+).* before instruction (\d+)',
                        '\n' + seconds(['goto beginning', 'break compute_fn', 'continue'])[2]).groups()
start = [f'goto node {node} {place}']
before = min(seconds(start)[0] for _ in range(3))
for row in rows:
    time, status, text = seconds(start + row)
    ok(status == 0, '; '.join(row), text)
    print(f'# {max(0, time - before):.1f} s  {"; ".join(row)}', flush=True)
print(f'1..{count}')
