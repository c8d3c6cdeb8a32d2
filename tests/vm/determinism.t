#!/bin/bash
# A run is a function of its inputs: random applications, faults, machines and seeds, each run in two ways that must not
# matter - windows or lockstep, the engine, threads, the monitor outside, a recording, another locale, environment,
# directory and standard streams, programs made anew, a trellis that another compiler has built - give one fingerprint.
# In the long form 1,000 runs, and trellis is built by clang -O2 and by gcc -O0, too; otherwise 24, and the other trellis is
# that with sanitizers (clang -O1). CASES and FIRST choose others.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cases=${CASES:-$([ -n "$LONG" ] && echo 500 || echo 12)}
# beside NAME: what a trellis in $tmp/NAME needs: the compiler and the libraries for the nodes stay those that there are
others=()
beside() {
	mkdir -p "$tmp/$1"
	ln -s "$(realpath "$(dirname "$TRELLIS")/trellis-cc")" "$(realpath "$(dirname "$TRELLIS")/node")" "$tmp/$1"
	others+=("$tmp/$1/trellis")
}
built() { # NAME COMPILER FLAGS
	make -s B="$tmp/$1" CC="$2" CFLAGS="$3" "$tmp/$1/trellis" >"$tmp/diff" 2>&1
	result $? "trellis is built by $2 $3"
	beside "$1"
}
if [ -n "$LONG" ]; then
	built clang clang '-O2 -w'
	built unoptimised gcc -O0
fi
if [ -x "$SANITIZED" ] && [ "$SANITIZED" != "$TRELLIS" ]; then
	beside sanitized
	cp "$SANITIZED" "$tmp/sanitized"
fi
python3 - "$TRELLIS" "$tmp" "$cases" "${FIRST:-1}" "$n" "${others[@]}" <<'END'
import os, random, re, subprocess, sys

trellis, tmp, cases, first, tests, others = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]), sys.argv[6:]
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
    ('interpreted', ['--engine', 'interpreter'], {}, None, trellis),
    ('all code translated', ['--engine', 'eager', '--sync', 'lockstep'], {}, None, trellis),
    ('two threads', ['--threads', '2'], {}, None, trellis),
    ('three threads and translated code', ['--threads', '3', '--engine', 'eager'], {}, None, trellis),
    ('lockstep', ['--sync', 'lockstep'], {}, None, trellis),
    ('a recording', ['--record', tmp + '/record'], {}, None, trellis),
    ('another environment', [], {'LC_ALL': 'tr_TR.UTF-8', 'TZ': 'Asia/Kathmandu', 'FILLER': 'x' * 5000}, None, trellis),
    ('another directory', [], {}, tmp + '/elsewhere', trellis),
    ('programs made anew', ['-v'], {}, None, trellis),
    ('a log of requests', ['--requests', tmp + '/requests'], {}, None, trellis),
    ('a recording with many moments', ['--record', tmp + '/record', '--moments', '5'], {}, None, trellis),
    ('figures', ['--stats', '-v'], {}, None, trellis),
    *(('another compiler', [], {}, None, other) for other in others),
]


def run(vms, options, words, environment={}, directory=None, program=trellis):
    p = subprocess.run([program, 'run', '-o', tmp + '/out', *options, vms, *words], env=dict(os.environ, **environment),
                       cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3000)
    prints = re.findall(r'^fingerprint (\w+)', p.stderr, re.M)
    with open(tmp + '/out', 'rb') as f:
        return p.returncode, prints[-1] if prints else p.stderr.strip().split('\n')[-1], f.read()


bad = with_print = 0
for seed in range(first, first + cases):
    vms, options, words = case(seed)
    name, more, environment, directory, program = ways[seed % len(ways)]
    built = [['-b', '%s/%s-%d' % (tmp, os.path.basename(vms), [trellis, *others].index(p))] for p in (trellis, program)]
    one = run(vms, options + built[0], words)
    two = run(vms, options + more + ([] if name == 'programs made anew' else built[1]), words, environment, directory,
              program)
    with_print += re.fullmatch('[0-9a-f]{16}', one[1]) is not None
    if one != two:
        bad += 1
        print('# case %d: %s %s %s, and %s (%s): %s %s' % (seed, vms, ' '.join(options), ' '.join(words), name, program,
                                                          one[:2], two[:2]))
print('%sok %d - %d runs, %d pairs with fingerprints, %d differences' % ('not ' if bad else '', tests + 1, 2 * cases,
                                                                       with_print, bad))
print('%sok %d - most cases run' % ('not ' if with_print < cases * 3 // 4 else '', tests + 2))
print('1..%d' % (tests + 2))
END
