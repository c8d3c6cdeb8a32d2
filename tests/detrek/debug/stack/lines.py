"""Checks the stack at each instruction of a program: the line of each caller must contain the call
of the next inner function, also if that function is inlined.

Usage: lines.py TRELLIS RECORDING SOURCE STEPS"""
import os
import re
import subprocess
import sys

trellis, recording, source, steps = sys.argv[1:]
text = open(source).read().split('\n')
commands = ['goto beginning', 'tbreak sum', 'continue'] + ['stepi', 'bt all'] * int(steps)
out = subprocess.run([trellis, 'debug', '--batch', '-x', '/dev/stdin', recording], input='\n'.join(commands) + '\n',
                     capture_output=True, text=True, check=True).stdout
calls, wrong, called = set(), set(), None
for line in out.split('\n'):
    frame = re.match(r'#(\d+) +(\w+) \(.*\)(?: at (.*):(\d+))?', line)
    if not frame:
        continue
    number, function, file, at = frame.groups()
    if number != '0' and file and os.path.basename(file) == os.path.basename(source):
        calls.add((function, called))
        if called + '(' not in text[int(at) - 1]:
            wrong.add(f'{called}() is called by {function}() at line {at}: {text[int(at) - 1].strip()}')
    called = function
print(*sorted(f'{a} > {b}' for a, b in calls), *sorted(wrong), sep='\n')
