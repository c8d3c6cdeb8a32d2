#!/bin/bash
# A program that polls the keyboard on a terminal: what is typed between two polls is not shown, and neither is a progress line.
. tests/tap.sh
cat >"$tmp/poll.s" <<'END'
	ajw	40
	mint
	sthf
	mint
	stlf
1:	ldc	poll-2f		# pollkey
	ldpi
2:	mint
	ldc	8
	out
	ldc	0		# its reply: size, result, key
	stl	1
	ldlp	1
	mint
	ldnlp	4
	ldc	2
	in
	ldlp	2
	mint
	ldnlp	4
	ldl	1
	in
	ldlp	2
	lb
	eqc	0
	cj	1b
	ldlp	2
	adc	1
	lb
	eqc	'q'
	cj	1b
	ldc	exit-3f		# exit, with success
	ldpi
3:	mint
	ldc	8
	out
	ldlp	1
	mint
	ldnlp	4
	ldc	3
	in
	stopp
poll:	.byte	6, 0, 31, 0, 0, 0, 0, 0
exit:	.byte	6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0
END
"$TRELLIS" as --raw -o "$tmp/poll.btl" "$tmp/poll.s"
cat >"$tmp/type.py" <<'END'
import os, pty, select, sys, termios, time
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "boot", sys.argv[2]])
while termios.tcgetattr(fd)[3] & termios.ECHO:  # until the program polls
    time.sleep(0.01)
begun, shown = time.time(), b""
os.write(fd, b"abc")
while time.time() - begun < 1.5:  # progress lines begin after a second
    if select.select([fd], [], [], 0.1)[0]:
        shown += os.read(fd, 4096)
os.write(fd, b"q")
try:
    while True:
        last = os.read(fd, 4096)
        if not last:
            break
        shown += last
except OSError:
    pass
status = os.waitpid(pid, 0)[1]
print(shown.replace(b"\r", b"").decode(), end="")
print("exit", os.waitstatus_to_exitcode(status))
END
export TRELLIS_RECORD=none
timeout -s KILL 60 python3 "$tmp/type.py" "$TRELLIS" "$tmp/poll.btl" | sed 's/fingerprint .*/fingerprint/' >"$tmp/shown"
is "only the end is shown" "$(cat "$tmp/shown")" "fingerprint
exit 0"
echo "1..$n"
