#!/usr/bin/env python3
"""tutorial.py PAGE [BEFORE]: does what a page says, in the current directory: writes its files, runs its commands in
order, and compares what each prints (both streams) with the page. `...` stands for any text. Commands in a block
`sh`, which does not show what they print, must succeed; those that show a window are left out. The files of the page
BEFORE are written before the first command whose output is compared. The commands of a block `console NAME` are left
out if the environment has no NAME. Prints TAP."""
import os
import re
import subprocess
import sys

page = open(sys.argv[1]).read()
count = failed = 0


def result(ok, name, got=''):
    global count, failed
    count += 1
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} {count} - {name}")
    if not ok:
        print(''.join(f'# {line}\n' for line in got.splitlines()[:20]), end='')


def pattern(expected):
    """The page's output as a regular expression: a line `...` is any number of lines, within a line any text."""
    out = []
    for line in expected.splitlines():
        out.append('(?:.*\n)*?' if line == '...' else re.escape(line).replace(r'\.\.\.', '.*') + '\n')
    return ''.join(out)


def commands(block, needed):
    for part in re.split(r'^\$ ', block, flags=re.M)[1:]:
        command, _, expected = part.partition('\n')
        if needed and needed not in os.environ:
            result(True, f'{command} # SKIP {needed} is not set')
            continue
        done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # Which stream comes first is not the page's business: either order fits.
        either = [done.stdout + done.stderr, done.stderr + done.stdout]
        result(any(re.fullmatch(pattern(expected), got) for got in either), command, either[0])


def blocks(text):
    return re.findall(r'^```(\w+)(?: (\S+))?\n(.*?)^```$', text, re.M | re.S)


def write_files(text):
    for kind, name, block in blocks(text):
        if name:
            open(name, 'w').write(block)


def succeed(block):
    for command in block.splitlines():
        if '--view' not in command:
            done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            result(done.returncode == 0, command, done.stdout)


before = open(sys.argv[2]).read() if len(sys.argv) > 2 else ''
for kind, name, block in blocks(page):
    if kind == 'sh':
        succeed(block)
    elif kind == 'console':
        write_files(before)
        before = ''
        commands(block, name)
    elif name:
        open(name, 'w').write(block)
result(count > 4, 'the page has commands')
print(f'1..{count}')
sys.exit(failed > 0)
