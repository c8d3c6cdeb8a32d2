#!/bin/bash
# trellis run at a terminal: it shows how far it is, ^C ends it with what was going on; the run is the same as without.
. tests/tap.sh
python3 - "$TRELLIS" "$tmp/build" <<'END'
import os, pty, re, select, signal, sys, time

trellis, build = sys.argv[1:3]
count = 0

def ok(good, name, why=''):
    global count
    count += 1
    print('ok' if good else 'not ok', count, '-', name, flush=True)
    if not good:
        print('# ' + repr(why)[-2000:])

def run(*words, until=None, term='vt100'):
    """What it writes to a terminal until it ends, and its status; ^C when a pattern has come."""
    pid, tty = pty.fork()
    if pid == 0:
        os.environ['TERM'] = term
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # it is ignored where the tests run in the background
        os.execl(trellis, trellis, 'run', '-b', build, *words)
    text, end = '', time.time() + 100
    while select.select([tty], [], [], max(0, end - time.time()))[0]:
        try:
            text += os.read(tty, 4096).decode()
        except OSError:
            break
        if until and re.search(until, text):
            until = None
            os.write(tty, b'\3')
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

text, status = run('--patience', '0s', 'tests/vm/bad/bad.vms', '--', 'compute-loop', until=r'[1-9]\d* of 40 tasks')
ok(status == 1, '^C ends a run that has no end', (status, text))
ok(re.search(r'\r\d+\.\d+ s: [1-9]\d* of 40 tasks, \d of 4 nodes blocked, [0-9.]+ of real time', text),
    'it shows tasks, nodes and speed', text)
ok(re.search(r'\r\x1b\[Kinterrupted\r\n(.*\n)*node n[123]: compute_fn\(\), task 7.* runs\r\n', text),
    'what was going on', text)
text, status = run('--patience', '0s', 'tests/vm/bad/bad.vms', '--', 'compute-loop', until=r'[1-9]\d* of 40 tasks', term='dumb')
ok(status == 1 and 'nodes blocked' in text and '\x1b' not in text, 'a dumb terminal gets no escapes', (status, text))
text, status = run('--patience', '0s', 'tests/vm/bad/bad.vms', '--', 'none')
shown = re.search('fingerprint [0-9a-f]+', text)
plain = os.popen(f"{trellis} run -b {build} tests/vm/bad/bad.vms -- none 2>&1").read()
ok(status == 0 and shown and shown.group() in plain, 'the run is the same without a terminal', (text, plain))
ok('nodes blocked' not in plain, 'and there it does not show how far it is', plain)
queens = ('--record', build + '.rec', '-n', '20', 'programs/queens/queens.vms')
text, status = run(*queens)
ok(status == 0 and re.search(r'Task Distribution:\r\n(.*\r)?.* tasks  nodes .*\r\n +\d+(-\d+)? +\d+  #+ +n', text)
    and ' Tasks' not in text, 'the tasks of many nodes are folded', (status, text))
text, status = run('--all', *queens)
plain = os.popen(f"{trellis} run -b {build} -n 20 programs/queens/queens.vms 2>&1").read()
lines = re.findall(r'Node \d+ \d+ Tasks', plain)
ok(status == 0 and len(lines) == 20 and re.findall(r'Node \d+ \d+ Tasks', text) == lines,
    '--all lists them, as is done without a terminal', (text, plain))
print(f'1..{count}')
END
