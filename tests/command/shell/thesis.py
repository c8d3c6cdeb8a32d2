#!/usr/bin/env python3
"""thesis.py TRELLIS TRANSCRIPT DIR TOPOLOGY OPTION...: types a session of Lin's thesis into the
shell, and prints what the shell shows in the transcript's layout. If DIR is -, prints the
transcript itself, masked in the same way.

The commands of the transcript are typed character by character at a terminal, in DIR. "..." is
typed as run-until, since time goes on only while a command waits. In the thesis the command state
hangs and is stopped by hand; this is left out, since our command does not hang.

These are masked: the host's name and the line's number in the prompt; INDEX, PID and KSTATE; times.

These are left out: lines that only our shell prints, on nodes that are up, on jobs that wait, and
on threads (indented lines below a process); lines that only our simulated application prints, on
segments that no T800 can do in the thesis's times, also if a prompt divides such a line; and
repeated lines that are equal after masking.
"""
import fcntl, os, pty, re, select, struct, sys, termios, time

trellis, transcript, directory, topology = sys.argv[1:5]
prompt = re.compile(r'trellis<\d+>$')
thread = re.compile(r'    (thread [0-9a-f]{8}: |waits |runs$|is |and \d+ more threads )')

def until_prompt(text=''):
    end = time.time() + 2500
    while not prompt.search(text):
        if time.time() > end or not select.select([tty], [], [], 2500)[0]:
            sys.exit('no prompt after: ' + text)
        text += os.read(tty, 4096).decode()
    return text


def typed(command):
    """The lines that a command shows, without its echo and without the line that tells how far it is."""
    text = ''
    for c in command:
        os.write(tty, c.encode())
        text += os.read(tty, 4096).decode()
    os.write(tty, b'\n')
    while '\n' not in text:
        text += os.read(tty, 4096).decode()
    text = prompt.sub('', until_prompt(text[text.index('\n'):]))
    text = re.sub(r'(\r[0-9.]+ s simulated)?\r?\x1b\[K', '', text)
    lines = [line for line in text.replace('\r', '').split('\n') if line and not thread.match(line)]
    while lines and command.endswith(lines[0]): # the editor's line, drawn again
        del lines[0]
    return lines


def masked(line):
    line = re.sub(r'^Trellis, after (Ohio Trollius)', r'\1', line)
    line = re.sub(r'^(Total )?Execution time = \d+', 'Execution time = TIME', line)
    return re.sub(r'\[\d+\] \d+ ([01]) (A|BR|BS|S|E) \(\S+, \d+\)', r'[INDEX] PID \1 KSTATE', line)


extra = re.compile(r'task \d+: [a-z-]+: \d+ us are too few for | node \d+$|\d+ of \d+ nodes are up|n\d+ is n\d+, up|\[\d+\] (Waiting|Running|Done|n)|\d+(\.\d+)?m?s$')
if directory == '-':
    lines = [line for line in open(transcript).read().split('\n') if line and line[0] != '#']
    lines = [line for line in lines if not re.match(r'\^Z|Suspended|xanadu<\d+>kill|\.\.\.', line)]
    sys.stdout.write(''.join(masked(re.sub(r'^xanadu<\d+>', 'xanadu<N>', line)) + '\n' for line in lines))
    sys.exit()

pid, tty = pty.fork()
if pid == 0:
    os.chdir(directory)
    os.environ['TERM'] = 'dumb'
    os.execv(trellis, [trellis, 'shell', *sys.argv[5:], topology])
fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack('HHHH', 50, 200, 0, 0))
until_prompt()
for line in open(transcript):
    m = re.match(r'xanadu<\d+>(.*)', line)
    command = m.group(1) if m else 'run-until +8s' if line == '...\n' else None
    if not command or command.startswith('kill'):
        continue
    if m:
        print('xanadu<N>' + command)
    last = None
    for out in map(masked, typed(command)):
        if not extra.match(out) and out != last:
            print(out)
        last = out
