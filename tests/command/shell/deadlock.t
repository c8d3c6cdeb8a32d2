#!/bin/bash
# A program in the foreground that is in a deadlock: who waits for what, in whose hands it is, and the cycle.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# compile NAME: of standard input, behind what all programs here have
compile() {
	{ cat <<'E2'
#include <kernel.h>
#include <threads.h>
static void pause(void)
{
	uint32_t until = getclock() + 3000;

	while ((int32_t)(getclock() - until) < 0)
		continue;
}
E2
	cat; } > "$tmp/$1.c"
	"$TRELLIS" cc --kernel -O1 -Wall -Wno-unused-function -o "$tmp/$1.elf" "$tmp/$1.c" || exit
}

# deadlock NAME STATUS COMMAND...: what the shell prints to them is standard input; pids and addresses are P, A, B, ... in the
# order in which they come
deadlock() {
	local name=$1 want=$2 status
	shift 2
	cat > "$tmp/want"
	printf '%s\n' spread "$@" > "$tmp/script"
	"$TRELLIS" shell programs/chain4.topo "$tmp/script" > "$tmp/all" 2>&1
	status=$?
	sed -E "1,/nodes are up/d; s|$tmp/||g; s/^[0-9.]+ *m?s$/T ms/" "$tmp/all" | python3 -c '
import re, sys
seen = {}
def letter(m):
    return seen.setdefault(m.group(), chr(65 + len(seen)))
print(re.sub(r"\b[0-9a-f]{8}\b", letter, re.sub(r"pid \d+", "pid P", sys.stdin.read())), end="")' > "$tmp/got"
	[ $status = "$want" ] && diff "$tmp/want" "$tmp/got" > "$tmp/diff"
	result $? "$name"
	sed -i "1i status $status, not $want" "$tmp/diff"
}

compile ring <<'E2'
int main(int argc, char **argv)
{
	Nmsg m = {.nh_node = (getnodeid() + 1) % 3, .nh_event = 3, .nh_type = 1, .nh_flags = NH_NOBUF, .nh_length = 4000};

	m.nh_msg = kalloc(4000);
	for (int i = 0; i < 50; i++)
		nsend(&m);
	return nrecv(&m);
}
E2
deadlock "messages in a ring of three nodes" 1 "loadgo n0-2 $tmp/ring" 'kill %1' <<'E2'
[1] Deadlock  n0-2 ring
  n0 ring (pid P) waits to send (3, 1) to n1, which only n1 ring (pid P) can receive
  n1 ring (pid P) waits to send (3, 1) to n2, which only n2 ring (pid P) can receive
  n2 ring (pid P) waits to send (3, 1) to n0, which only n0 ring (pid P) can receive
  cycle: n0 ring (pid P) -> n1 ring (pid P) -> n2 ring (pid P) -> n0 ring (pid P)
[1] Terminated  n0-2 ring
E2

compile receive <<'E2'
int main(int argc, char **argv)
{
	Nmsg m = {.nh_node = getnodeid() ^ 1, .nh_event = 3, .nh_type = 1};

	if (argc > 1) { /* the other one does not wait */
		m.nh_event = 4;
		return nsend(&m);
	}
	return nrecv(&m) || nsend(&m);
}
E2
deadlock "two nodes that wait to receive first" 1 "loadgo n2-3 $tmp/receive" jobs <<'E2'
[1] Waiting  n2,3 receive
  n2 receive (pid P) waits to receive (3, 1), which only n3 receive (pid P) can send
  n3 receive (pid P) waits to receive (3, 1), which only n2 receive (pid P) can send
  cycle: n2 receive (pid P) -> n3 receive (pid P) -> n2 receive (pid P)
  a program that is loaded later may still end this
[1]+ 2 of 2 running  n2,3 receive
E2
deadlock "three nodes that only receive" 1 "loadgo n0-2 $tmp/receive" <<'E2'
[1] Waiting  n0-2 receive
  n0 receive (pid P) waits to receive (3, 1), which n1 receive (pid P) or n2 receive (pid P) could send
  n1 receive (pid P) waits to receive (3, 1), which n0 receive (pid P) or n2 receive (pid P) could send
  n2 receive (pid P) waits to receive (3, 1), which n0 receive (pid P) or n1 receive (pid P) could send
  knot: each of these 3 waits, and only others of them could release it: n0 receive (pid P), n1 receive (pid P), n2 receive (pid P)
  a program that is loaded later may still end this
E2
deadlock "one whose sender has ended" 1 "loadgo n3 $tmp/receive -- x" "loadgo n2 $tmp/receive" <<'E2'
[1] Waiting  n2 receive
  n2 receive (pid P) waits to receive (3, 1), which no thread is left to send
  a program that is loaded later may still end this
E2
compile send <<'E2'
int main(void)
{
	return nsend(&(Nmsg){.nh_node = 2, .nh_event = 3, .nh_type = 1});
}
E2
deadlock "a program that is loaded later ends the waiting" 0 "loadgo n2 $tmp/receive" "loadgo n0 $tmp/send" 'run-until +10ms' <<'E2'
[1] Waiting  n2 receive
  n2 receive (pid P) waits to receive (3, 1), which no thread is left to send
  a program that is loaded later may still end this
[1] Done  n2 receive
T ms
E2

compile locks <<'E2'
static Semaphore first = {.count = 1}, second = {.count = 1};
static void other(void *nothing)
{
	sem_wait(&second);
	pause();
	sem_wait(&first);
}
int main(void)
{
	Thread *t = thread_start(other, NULL, 1000, 1);

	sem_wait(&first);
	pause();
	sem_wait(&second);
	thread_join(t);
	return 0;
}
E2
deadlock "two locks of two threads" 1 "loadgo n1 $tmp/locks" <<'E2'
[1] Deadlock  n1 locks
  n1 locks (pid P, thread A) waits for semaphore B (first), held by n1 locks (pid P, thread C)
  n1 locks (pid P, thread C) waits for semaphore D (second), held by n1 locks (pid P, thread A)
  cycle: n1 locks (pid P, thread A) -> n1 locks (pid P, thread C) -> n1 locks (pid P, thread A)
E2

compile joined <<'E2'
static mtx_t lock;
static int other(void *nothing)
{
	mtx_lock(&lock);
	return 0;
}
int main(void)
{
	thrd_t t;

	mtx_init(&lock, mtx_plain);
	mtx_lock(&lock);
	thrd_create(&t, other, NULL);
	thrd_join(t, NULL);
	return 0;
}
E2
deadlock "the end of a thread that waits for a lock" 1 "loadgo n1 $tmp/joined" <<'E2'
[1] Deadlock  n1 joined
  n1 joined (pid P, thread A) waits for semaphore B (lock[0]), held by n1 joined (pid P, thread C)
  n1 joined (pid P, thread C) waits for the end of thread A
  cycle: n1 joined (pid P, thread A) -> n1 joined (pid P, thread C) -> n1 joined (pid P, thread A)
E2

compile signal <<'E2'
static Semaphore done;
int main(void)
{
	sem_wait(&done);
	return 0;
}
E2
deadlock "a semaphore that is left to be signalled" 1 "loadgo n1 $tmp/signal" <<'E2'
[1] Deadlock  n1 signal
  n1 signal (pid P) waits for semaphore A (done), which no thread is left to signal
E2

compile again <<'E2'
static Semaphore lock = {.count = 1};
int main(void)
{
	sem_wait(&lock);
	sem_wait(&lock);
	return 0;
}
E2
deadlock "a lock taken twice" 1 "loadgo n1 $tmp/again" <<'E2'
[1] Deadlock  n1 again
  n1 again (pid P) waits for semaphore A (lock), held by n1 again (pid P)
  cycle: n1 again (pid P) -> n1 again (pid P)
E2

compile ended <<'E2'
static void nothing(void *unused)
{
	kexit(0);
}
int main(void)
{
	Pid p = kclone(nothing, NULL, 1000, 1);

	kwait(p, NULL);
	return nsend(&(Nmsg){.nh_node = NODE_LOCAL, .nh_event = -p, .nh_flags = NH_NOBUF});
}
E2
deadlock "a message to a process that has ended is in no cycle" 1 "loadgo n1 $tmp/ended" <<'E2'
[1] Deadlock  n1 ended
  n1 ended (pid P) waits to send (-275, 0) to n1, which no thread is left to receive
E2
echo "1..$n"
