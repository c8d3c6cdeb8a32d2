#!/usr/bin/env python3
"""Does what docs/tutorial.md says, in the current directory: writes its files, runs its commands in order, and
compares what each prints (both streams) with the page. `...` stands for any text. Prints TAP."""
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


def commands(block):
    for part in re.split(r'^\$ ', block, flags=re.M)[1:]:
        command, _, expected = part.partition('\n')
        done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # Which stream comes first is not the page's business: either order fits.
        either = [done.stdout + done.stderr, done.stderr + done.stdout]
        result(any(re.fullmatch(pattern(expected), got) for got in either), command, either[0])


for kind, name, block in re.findall(r'^```(\w+)(?: (\S+))?\n(.*?)^```$', page, re.M | re.S):
    if kind == 'console':
        commands(block)
    elif name:
        open(name, 'w').write(block)
result(count > 8, 'the page has commands')
print(f'1..{count}')
sys.exit(failed > 0)
