#!/bin/bash
# The shell at a terminal: prompts, mistakes that do not end it, ^C, editing, history, completion.
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cd "$(dirname "$0")/../../.." || exit
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
echo 'volatile int n; void start(void) { for (;;) n++; }' > "$temp/loop.c"
"$TRELLIS" cc -O1 --entry start -o "$temp/loop.elf" "$temp/loop.c" || exit
python3 - "$TRELLIS" "$temp/loop.elf" <<'PY'
import os, pty, re, select, sys, time

trellis, loop = sys.argv[1:3]
count = 0

def ok(good, name, why=''):
    global count
    count += 1
    print(('ok' if good else 'not ok'), count, '-', name, flush=True)
    if not good:
        print('# ' + repr(why))

pid, tty = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'vt100'
    os.execl(trellis, trellis, 'shell', 'programs/chain4.topo')

def until(pattern, seconds=600):
    """What the shell writes up to a pattern; without it, what it has written until then."""
    text, end = '', time.time() + seconds
    while not re.search(pattern, text):
        if not select.select([tty], [], [], max(0, end - time.time()))[0]:
            break
        try:
            text += os.read(tty, 4096).decode()
        except OSError:
            break
    return text

def line(keys, pattern, seconds=600):
    os.write(tty, keys.encode())
    return until(pattern, seconds)

def interrupt(pattern):
    """Press ^C until it is noticed: it is lost before the shell waits."""
    text = ''
    for _ in range(30):
        text += line('\x03', pattern, 10)
        if re.search(pattern, text):
            break
    return text

text = until(r'trellis<1>')
ok('trellis<1>' in text, 'a prompt', text)
text = line('frob\n', r'trellis<2>')
ok("unknown command frob" in text and 'trellis<2>' in text, 'a mistake does not end it', text)
text = line('spread\n', r'trellis<3>')
ok('soldering...' in text and '4 of 4 nodes are up' in text, 'spread', text)
text = line('state n0-9\n', r'trellis<4>')
ok('unknown node n9' in text, 'a mistake in a command', text)
edit = b'el_gets' in open(trellis, 'rb').read()
if edit:
    text = line('tpi\t -c 1 n3\n', r'trellis<5>')
    ok('1 message, 2 bytes' in text, 'completion', text)
    text = line('\x10\n', r'trellis<6>')
    ok('1 message, 2 bytes' in text, 'history', text)
else:
    for number in (5, 6):
        line('tping -c 1 n3\n', r'trellis<%d>' % number)
        ok(True, 'editing # SKIP no libedit')
os.write(tty, b'loadgo n2 ' + loop.encode() + b'\n')
text = until(r'trellis<7>', 0.7)
ok('trellis<7>' not in text, 'a program in the foreground is waited for', text)
text = interrupt(r'trellis<7>')
ok('[1] Running' in text, '^C ends the wait', text)
text = line('tping -c 1 N\n', r'trellis<8>')
ok('4 messages' in text, '... and the network goes on', text)
line('fro', r'fro') # it is reading the line
line('\x03', r'trellis<9>', 60)
text = line('jobs\n', r'trellis<10>')
ok('1 of 1 running' in text, '^C gives up a line', text)
text = line('exit\n', r'never', 5)
ok(os.WEXITSTATUS(os.waitpid(pid, 0)[1]) == 0, 'exit')
print('1..%d' % count)
PY
