#!/bin/bash
# The command state: where each thread is in its source and what it waits for, by the names that the
# source gives to semaphores, threads and messages; nodes and threads in the same place folded; the cycle of waits.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

cat > "$tmp/message.h" <<'E2'
enum Event { EVENT_ROW = 3, EVENT_EDGE = 0x54010000 };
enum { TYPE_FIRST = 1, TYPE_LAST };
enum { TYPE_ALSO_FOUR = 4, TYPE_FOUR = 4, PLAIN = 5 };
E2
cat > "$tmp/waits.c" <<'E2'
#include <kernel.h>
#include <threads.h>
#include "message.h"
static Semaphore first = {.count = 1}, second = {.count = 1}, pair[2];
static void pause(void)
{
	uint32_t until = getclock() + 3000;

	while ((int32_t)(getclock() - until) < 0)
		continue;
}
static void other(void *nothing)
{
	sem_wait(&second);
	pause();
	sem_wait(&first);
}
static void receiver(void *nothing)
{
	nrecv(&(Nmsg){.nh_event = EVENT_ROW, .nh_type = TYPE_LAST});
}
int main(int argc, char **argv)
{
	Thread *t = thread_start(receiver, NULL, 1000, 1);
	Thread *u = argc > 1 ? thread_start(other, NULL, 1000, 1) : NULL;

	if (getnodeid() == 5)
		sem_wait(&pair[1]);
	if (getnodeid() == 6)
		ksend(&(Nmsg){.nh_event = EVENT_EDGE + 9, .nh_type = 4});
	if (argc > 1) {
		sem_wait(&first);
		pause();
		sem_wait(&second);
	}
	thread_join(u ? u : t);
	return 0;
}
E2
cat > "$tmp/loop.c" <<'E2'
static volatile int turns;
static void turn(void)
{
	for (;;)
		turns++;
}
int main(void)
{
	turn();
	return 0;
}
E2
cat > "$tmp/crowd.c" <<'E2'
#include <kernel.h>
#include <threads.h>
static Semaphore gate[2];
static void enter(void *which)
{
	sem_wait(which);
}
int main(void)
{
	for (int i = 0; i < 7; i++)
		thread_start(enter, &gate[i % 3 == 0], 1000, 1);
	return nrecv(&(Nmsg){.nh_event = 78});
}
E2
for p in waits loop crowd; do
	"$TRELLIS" cc --kernel -O1 -g -Wall -Wno-unused-function -o "$tmp/$p.elf" "$tmp/$p.c" || exit
done

# shell NAME COMMAND...: what it prints to them is standard input; pids are P, addresses A, B, ... of each node
shell() {
	local name=$1
	shift
	printf '%s\n' spread "$@" > "$tmp/script"
	(cd "$tmp" && "$TRELLIS" shell "$OLDPWD/programs/mesh16.topo" script) > "$tmp/all" 2>&1
	is "$name" "$(sed '1,/nodes are up/d' "$tmp/all" | python3 -c '
import re, sys
def letters(block):
    seen = {}
    return re.sub(r"\b8[0-9a-f]{7}\b", lambda m: seen.setdefault(m.group(), chr(65 + len(seen))), block)
text = re.sub(r"pid \d+", "pid P", sys.stdin.read())
text = re.sub(r"(?m)^(n\d+ \[\d+\]) \d+", r"\1 P", text)
text = re.sub(r"\(-\d+, 0\)", "(-P, 0)", text)
print("".join(map(letters, re.split(r"(?m)(?=^n\d+ \[|^wait for each)", text))), end="")')" "$(cat)"
}
# at FILE TEXT: the first line with that text
at() { echo "$1:$(grep -n -m1 -F -- "$2" "$tmp/$1" | cut -d: -f1)"; }
receive="waits to receive (EVENT_ROW, TYPE_LAST), in receiver() at $(at waits.c nrecv)"

shell "nodes in the same place, and three that are elsewhere" 'loadgo n1-4,5,6,7 waits &' 'loadgo n0 loop &' \
	'run-until 100ms' 'state N' <<E2
[1] n1-7 waits
[2] n0 loop
100ms
NODE INDEX PID KPRI KSTATE PROGRAM
n0 [18] P 0 A (-P, 0) loop
    runs, in turn() at $(at loop.c turns++)
n5 [18] P 0 BR (3, 2) waits
    thread A: waits for semaphore B (pair[1] at $(at waits.c pair)), which only n5 waits (pid P, thread C) can signal, in main() at $(at waits.c '&pair[1]')
    thread C: $receive
n6 [18] P 0 BR (3, 2) waits
    thread A: $receive
    thread B: waits to send (EVENT_EDGE + 9, 4) to n6, which only n6 waits (pid P, thread A) can receive, in main() at $(at waits.c ksend)
n1 [18] P 0 BR (3, 2) waits
    thread A: waits for the end of thread B (receiver()), in main() at $(at waits.c thread_join)
    thread B: $receive
    and in the same place 4 more: n2, n3, n4, n7
E2

locks="thread A: waits for semaphore B (first at $(at waits.c 'first =')), held by n%d waits (pid P, thread C), in other() at $(at waits.c 'sem_wait(&first)')
    thread C: waits for semaphore D (second at $(at waits.c 'first =')), held by n%d waits (pid P, thread A), in main() at $(grep -n 'sem_wait(&second)' "$tmp/waits.c" | tail -1 | sed 's/:.*//; s/^/waits.c:/')
    thread E: $receive"
cycle="wait for each other:
  n1 waits (pid P, thread A) waits for semaphore B (first at $(at waits.c 'first =')), held by n1 waits (pid P, thread C)
  n1 waits (pid P, thread C) waits for semaphore D (second at $(at waits.c 'first =')), held by n1 waits (pid P, thread A)
  cycle: n1 waits (pid P, thread A) -> n1 waits (pid P, thread C) -> n1 waits (pid P, thread A)"
each() { # NODE...
	for i in "$@"; do printf "n%d [18] P 0 BR (3, 2) waits\n    $locks\n" $i $i $i; done
}
shell "a cycle on each node, folded, and all of them" 'loadgo n1-4 waits -- x &' 'run-until 100ms' 'state n1-4' 'state -a n1-4' <<E2
[1] n1-4 waits -- x
100ms
NODE INDEX PID KPRI KSTATE PROGRAM
$(each 1)
    and in the same place 3 more: n2, n3, n4
$cycle
NODE INDEX PID KPRI KSTATE PROGRAM
$(each 1 2 3 4)
$cycle
E2

low="waits for semaphore B (gate[0] at $(at crowd.c gate)), in enter() at $(at crowd.c 'sem_wait')"
high="waits for semaphore D (gate[1] at $(at crowd.c gate)), in enter() at $(at crowd.c 'sem_wait')"
shell "threads in the same place on a node, and all of them" 'loadgo n1-2 crowd &' 'run-until 100ms' 'state n1' 'state -a n1' <<E2
[1] n1,2 crowd
100ms
NODE INDEX PID KPRI KSTATE PROGRAM
n1 [18] P 0 BR (78, 0) crowd
    thread A: $low
    and 3 more threads in the same place; -a lists all
    thread C: $high
    and 2 more threads in the same place; -a lists all
    thread E: waits to receive (78, 0), in main() at $(at crowd.c nrecv)
NODE INDEX PID KPRI KSTATE PROGRAM
n1 [18] P 0 BR (78, 0) crowd
    thread A: $low
    thread C: $low
    thread D: $low
    thread E: $low
    thread F: ${high/ D / G }
    thread H: ${high/ D / G }
    thread I: ${high/ D / G }
    thread J: waits to receive (78, 0), in main() at $(at crowd.c nrecv)
E2
echo "1..$n"
