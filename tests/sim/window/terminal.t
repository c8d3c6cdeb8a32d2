#!/bin/bash
# The shell with a window reads its commands from a terminal, with its line editor.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-view" ] || { echo "1..0 # SKIP no window"; exit; }
cat > "$tmp/terminal.py" <<'EOF'
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], 'shell', '--view', sys.argv[2]])
seen = b''
sent = False
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        piece = b''
    if not piece:
        break
    seen += piece
    if not sent and b'trellis<1>' in seen:
        os.write(terminal, b'help exit\nexit\n')
        sent = True
print(b'leave the shell' in seen, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
EOF
got=$(SDL_VIDEODRIVER=dummy python3 "$tmp/terminal.py" "$TRELLIS" programs/ubc75.topo 2>&1)
is "a command at the terminal is done" "$got" "True 0"
echo "1..$n"
