#!/usr/bin/env python3
"""plant.py TRELLIS SEED DIR: plants a bug in a copy of an application and records its run.

The seed chooses application, kind, file and line. Written are DIR/app (the changed application), DIR/run (the recording),
DIR/symptom (what the run printed), and DIR/patch, which tells the bug: whoever debugs it opens it last. A change that does
not compile, or after which the run prints the right answer, is not a bug: the next one is tried. Printed is the seed alone.
"""
import difflib
import os
import random
import re
import shutil
import subprocess
import sys

# Application, arguments, the C files in which bugs are planted.
APPS = (
    ('queens', ('5',)), ('quad', ()), ('mandel', ('24', '16', '12', '8')), ('group', ()), ('msort', ()), ('ray', ('12', '8')),
)
NAME = r'[A-Za-z_]\w*'
# Kind, pattern, replacements: of lines of a function's body.
KINDS = (
    ('off by one', r' < (?=[^;]*; )', (' <= ',)),
    ('wrong index', r'\[(%s)\](?! =)' % NAME, (r'[\1 + 1]', r'[\1 - 1]')),
    ('missing initialisation', r'(\t(?:u?int\d*(?:_t)?|double|size_t) %s) = [^;,]*;' % NAME, (r'\1;',)),
    ('wrong message length', r'(do_task|put_result|put_part)\((.*), (.*)\);', (r'\1(\2, (\3) / 2);', r'\1(\2, (\3) + 4);')),
    ('swapped arguments', r'\b(%s)\((&?[\w>.-]+), (&?[\w>.-]+)\)' % NAME, (r'\1(\3, \2)',)),
    ('missing statement', r'^(\t+)(?!return|break|continue|int|double|uint|char)[^;(]*\([^;]*;$', (r'\1;',)),
    ('wild store', r'^(\t+)(return .*;|\w+\(.*;)$', (r'\1{ *(volatile uint32_t *)(0x80010000u + 4 * 777) = 7; \2 }',
                                                  r'\1{ *(volatile uint32_t *)0 = 7; \2 }')),
    ('wrong part or number', r'task_number\(\)|task_part\(\)|split_degree\(\)|total_tasks\(\)|nparts', (r'(\g<0> + 1)', r'(\g<0> - 1)')),
    ('wrong operator', r' (\+|-|\*) (?=[\w(])', (' / ', ' - ', ' + ')),
    ('narrow type', r'^(\t+)(u?int(?:32_t)?|double) (?=%s[ ;,])' % NAME, (r'\1signed char ', r'\1uint8_t ')),
    ('stale copy', r'^(\t+)((?:const )?(?:u?int(?:32_t)?|double|%s)) (\*?%s) = ([^{;]*);' % (NAME, NAME),
     (r'\1static \2 \3; static char once; if (!once) { once = 1; *(__typeof__(\2) *)&\3 = \4; }',)),
    ('inverted condition', r'\b(if|while) \((.*)\)$', (r'\1 (!(\2))',)),
    ('wrong increment', r' \+= |\+\+', (' -= 1 + ', '--')),
    ('missing end', r'\bwhile \((get_result.*)\)(?=$| )', (r'if (\1)',)),
    ('wrong number', r'(?<![\w.])(\d+)(?![\w.])', (r'\1 + 1', '0')),
)


def body_lines(lines):
    """The lines inside functions."""
    inside = False
    for i, line in enumerate(lines):
        if line.startswith('{'):
            inside = True
        elif line.startswith('}'):
            inside = False
        elif inside and not line.strip().startswith(('/*', '*', '//')):
            yield i


def sites(folder, pattern):
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.c'):
            continue
        lines = open(os.path.join(folder, name)).read().split('\n')
        for i in body_lines(lines):
            for m in re.finditer(pattern, lines[i]):
                yield name, i, m


def run(trellis, folder, app, args, record):
    command = [trellis, 'run', '-n', '8', '--until', '20s', '-b', folder + '/..', '--record', record, folder + '/%s.vms' % app,
               *(['--', *args] if args else [])]
    r = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    said = r.stderr.decode('latin-1')
    return r.returncode, r.stdout.split(b'Execution time')[0], said


def plant(trellis, seed, out):
    rng = random.Random(seed)
    kind, pattern, texts = KINDS[seed % len(KINDS)]
    for attempt in range(40):
        app, args = rng.choice(APPS)
        folder = os.path.join(out, 'app')
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        shutil.copytree('programs/' + app, folder)
        right = run(trellis, folder, app, args, out + '/run')
        all_sites = list(sites(folder, pattern))
        if not all_sites:
            continue
        name, i, m = rng.choice(all_sites)
        file = os.path.join(folder, name)
        old = open(file).read().split('\n')
        new = list(old)
        new[i] = old[i][:m.start()] + m.expand(rng.choice(texts)) + old[i][m.end():]
        open(file, 'w').write('\n'.join(new))
        os.remove(out + '/run')
        status, text, said = run(trellis, folder, app, args, out + '/run')
        if 'does not compile' in said or (status, text) == right[:2] or not os.path.exists(out + '/run'):
            continue
        with open(out + '/patch', 'w') as f:
            f.write('%s: %s\n' % (app, kind))
            f.writelines(line + '\n' for line in difflib.unified_diff(old, new, 'a/' + name, 'b/' + name, n=1, lineterm=''))
        open(out + '/right', 'wb').write(right[1])
        with open(out + '/symptom', 'wb') as f:
            f.write(('%s, status %d\n' % (app, status)).encode() + text[:3000] + said.encode()[:2500])
        return True
    return False


trellis, seed, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
print(seed, plant(trellis, seed, out))
