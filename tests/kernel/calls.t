#!/bin/bash
# Every call of the kernel on the machine, and how processes come to bad ends: the node and its other processes go on.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# compile NAME: of standard input
compile() {
	cat > "$tmp/$1.c" && "$TRELLIS" cc --kernel -O1 -o "$tmp/$1.elf" "$tmp/$1.c"
}

# session [OPTIONS]: what the shell says to the commands of standard input, behind those of spread
session() {
	{ echo spread; cat; } > "$tmp/script"
	"$TRELLIS" shell "$@" programs/chain4.topo "$tmp/script" 2>&1 | sed "1,/nodes are up/d; s|$tmp/||"
}

for level in -O0 -O2; do
	"$TRELLIS" cc --kernel $level -Wall -o "$tmp/calls.elf" tests/kernel/node/calls.c
	session <<< "loadgo n0-3 $tmp/calls" > "$tmp/diff"
	[ "$(grep -c '^ok' "$tmp/diff")" = 52 ] && [ "$(tail -1 "$tmp/diff")" = 1..52 ] && ! grep -qv '^ok\|^1' "$tmp/diff"
	result $? "all calls, $level"
done
session --sync lockstep <<< "loadgo n0-3 $tmp/calls" | cmp - "$tmp/diff" > /dev/null
result $? "all calls, in lockstep"

compile overflow <<'E2'
#include <kernel.h>
int deep(volatile int *up)
{
	volatile int here[20] = {*up + getroute(0)};

	return deep(here) + here[3];
}
int main(void) { int zero = 0; return deep(&zero); }
E2
compile divide <<'E2'
#include <kernel.h>
int main(int argc, char **argv) { volatile int n = 10 / (argc - 1); return getroute(n) < 0; }
E2
compile abort <<'E2'
#include <stdlib.h>
int main(void) { abort(); }
E2
compile still <<'E2'
#include <kernel.h>
int main(void) { return nrecv(&(Nmsg){.nh_event = 77}); }
E2
is "bad ends of processes; another on the same node goes on" "$(session <<E2 | sed -E 's/pid [0-9]+/pid P/; s/at [0-9a-f]{8}, workspace [0-9a-f]{8}/at A/; s/\] [0-9]+/] P/'
loadgo n1 $tmp/still
loadgo n1 $tmp/divide
loadgo n1 $tmp/abort
loadgo n1 $tmp/overflow
state n1
E2
)" '[1] Waiting  n1 still
  n1 still (pid P) waits to receive (77, 0), which no thread is left to send
  a program that is loaded later may still end this
n1: divide (pid P) stopped: Error was set: division by zero, at A
n1: divide (pid P) set Error
n1: abort (pid P) stopped: abort, at A
n1: abort (pid P) aborted
n1: overflow (pid P) stopped: stack overflow, at A
n1: overflow (pid P) overflowed its stack
NODE INDEX PID KPRI KSTATE PROGRAM
n1 [18] P 0 BR (77, 0) still
    waits to receive (77, 0)'

# One that has written over the words in front of its memory: the kernel no longer trusts the node's, and leaves word.
compile wild <<'E2'
#include <kernel.h>
#include <string.h>
int main(int argc, char **argv)
{
	char *p = kalloc(100);
	volatile int n;

	memset(p - 20, 0xA5, 20);
	n = 10 / (argc - 1);
	return getroute(n) < 0;
}
E2
is "the kernel's words are written over" "$(session <<E2 | sed -E 's/(at|workspace) [0-9a-f]{8}/\1 A/g; s/^[0-9.]+ *m?s$/TIME/'
loadgo n1 $tmp/wild &
run-until +20ms
state n1
E2
)" '[1] n1 wild
TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n1 did not answer
n1: its processor halted by Error, at A, workspace A
n1: its kernel left word: a process has overwritten the header of its memory block, workspace A'

# A message whose sender is killed while its packets are under way has not been: the receiver goes on waiting for another.
compile long <<'E2'
#include <kernel.h>
#include <stdio.h>
static unsigned char room[400000];
int main(void)
{
	Nmsg m = {.nh_node = 3, .nh_event = 5, .nh_length = sizeof room, .nh_msg = room};

	if (getnodeid() == 0)
		return nsend(&m);
	printf("received %d\n", nrecv(&m));
	return 0;
}
E2
compile short <<'E2'
#include <kernel.h>
int main(void) { return nsend(&(Nmsg){.nh_node = 3, .nh_event = 5, .nh_length = 5, .nh_msg = "short"}); }
E2
is "a sender is killed within its message" "$(session <<E2 | sed -E 's/\] [0-9]+/] P/; s/^[0-9.]+ *m?s$/TIME/'
loadgo n3 $tmp/long
loadgo n0 $tmp/long &
run-until +60ms
state n0
kill %2
run-until +20ms
state n0,3
loadgo n1 $tmp/short
run-until +20ms
state N
E2
)" '[1] Waiting  n3 long
  n3 long (pid 146) waits to receive (5, 0), which no thread is left to send
  a program that is loaded later may still end this
[2] n0 long
TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n0 [18] P 0 BS (5, 0) long
    waits to send (5, 0) to n3, which only n3 long (pid 146) can receive
[2] Terminated  n0 long
TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n3 [18] P 0 BR (5, 0) long
    waits to receive (5, 0)
received 0
TIME
[1] Done  n3 long
NODE INDEX PID KPRI KSTATE PROGRAM'
echo "1..$n"
