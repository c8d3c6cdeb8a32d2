#!/bin/bash
# A run is a function of its inputs: random applications, faults, machines and seeds, each run in two ways that must not
# matter - windows or lockstep, the monitor outside, a recording, another locale, environment, directory and
# standard streams, programs made anew - give one fingerprint.
# In the long form 1,000 runs; otherwise 24. CASES and FIRST choose others.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cases=${CASES:-$([ -n "$LONG" ] && echo 500 || echo 12)}
python3 - "$TRELLIS" "$tmp" "$cases" "${FIRST:-1}" <<'END'
import os, random, re, subprocess, sys

trellis, tmp, cases, first = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
apps = ['queens', 'quad', 'msort', 'simulated', 'farm', 'group']
folder = {'farm': 'simulated'}
arguments = {'queens': ['6'], 'quad': ['5']}
faults = ['crash {n} at {t}ms', 'cut {n}.0 at {t}ms', 'freeze {n} {d}ms at {t}ms', 'slow {n} 10% at {t}ms',
          'flip {n} 0x800{a:02x}{b:02x}0.{l} at {t}ms', 'lose {n}.0 at {t}ms', 'corrupt {n}.0 0x10 at {t}ms',
          'delay {n}.0 {d}us at {t}ms', 'drift {n} -200ppm at {t}ms']
os.makedirs(tmp + '/elsewhere')


def case(seed):
    r = random.Random(seed)
    app = r.choice(apps)
    vms = os.path.abspath('programs/%s/%s.vms' % (folder.get(app, app), app))
    nodes = r.randrange(2, 13)
    options = ['-s', str(r.randrange(1 << 30)), '-u', '%dms' % r.randrange(200, 2000), '-n', str(nodes),
               '--buffers', str(r.randrange(1, 4)), '-T', r.choice(['chain', 'btree', 'ttree'])]
    for i in range(r.choice([0, 0, 1, 2])):
        options += ['--fault', r.choice(faults).format(
            n=r.randrange(nodes), l=r.randrange(32), t=r.randrange(20, 400), d=r.randrange(1, 300),
            a=r.randrange(256), b=r.randrange(256))]
    words = ['--', *arguments[app]] if app in arguments and r.random() < 0.8 else []
    return vms, options, words


ways = [
    ('lockstep', ['--sync', 'lockstep'], {}, None),
    ('noted from outside', ['--monitor=outside', '-p', tmp + '/data'], {}, None),
    ('a recording', ['--record', tmp + '/record'], {}, None),
    ('another environment', [], {'LC_ALL': 'tr_TR.UTF-8', 'TZ': 'Asia/Kathmandu', 'FILLER': 'x' * 5000}, None),
    ('another directory', [], {}, tmp + '/elsewhere'),
    ('programs made anew', ['-v'], {}, None),
    ('a log of requests', ['--requests', tmp + '/requests'], {}, None),
    ('machine events', ['--trace', tmp + '/trace'], {}, None),
    ('figures', ['--stats', '-v'], {}, None),
]


def run(vms, options, words, environment={}, directory=None):
    p = subprocess.run([trellis, 'run', '-o', tmp + '/out', *options, vms, *words], env=dict(os.environ, **environment),
                       cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    prints = re.findall(r'^fingerprint (\w+)', p.stderr, re.M)
    with open(tmp + '/out', 'rb') as f:
        return p.returncode, prints[-1] if prints else p.stderr.strip().split('\n')[-1], f.read()


bad = with_print = 0
for seed in range(first, first + cases):
    vms, options, words = case(seed)
    name, more, environment, directory = ways[seed % len(ways)]
    built = ['-b', '%s/%s' % (tmp, os.path.basename(vms))]
    one = run(vms, options + built, words)
    two = run(vms, options + more + ([] if name == 'programs made anew' else built), words, environment, directory)
    with_print += re.fullmatch('[0-9a-f]{16}', one[1]) is not None
    if one != two:
        bad += 1
        print('# case %d: %s %s %s, and %s: %s %s' % (seed, vms, ' '.join(options), ' '.join(words), name, one[:2], two[:2]))
print('%sok 1 - %d runs, %d pairs with fingerprints, %d differences' % ('not ' if bad else '', 2 * cases, with_print, bad))
print('%sok 2 - most cases run' % ('not ' if with_print < cases * 3 // 4 else ''))
print('1..2')
END
