/*
 * calls.c - every call of the kernel and its errors, on nodes 0 to 3 of a chain. Node 0 tests and
 * prints TAP; node 3 returns each message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kernel.h>
#include "t800.h"

enum {
	STACK = 2048,
	FAR = 3,
	BIG = 10000, /* bytes: several packets */
	EVENT_A = 1, EVENT_B, EVENT_ECHO, EVENT_BACK, EVENT_TRANSPORT, EVENT_TICK, EVENT_UNUSED,
};

static int tests;
static uint8_t out[BIG], in[BIG];

static void
ok(int good, const char *name)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
}

/* ---- a rendezvous ---- */

/* What a thread sends or receives, and what came of it. */
typedef struct Deed {
	Nmsg m;
	int result;
	volatile int done;
	uint32_t order; /* who was done when */
} Deed;

static uint32_t order;

static void
do_send(void *deed)
{
	Deed *d = deed;

	d->result = ksend(&d->m);
	d->order = ++order;
	d->done = 1;
}

static void
do_receive(void *deed)
{
	Deed *d = deed;

	d->result = krecv(&d->m);
	d->order = ++order;
	d->done = 1;
}

static Thread *
begin(void (*f)(void *), Deed *d, int priority)
{
	Thread *t = thread_start(f, d, STACK, priority);

	if (!t)
		abort();
	timer_wait(timer_now() + 2000); /* the other thread has reached its call */
	return t;
}

static void
test_rendezvous(void)
{
	Deed d = {.m = {.nh_event = EVENT_A, .nh_type = 6, .nh_length = 5, .nh_msg = "hello"}};
	Nmsg m = {.nh_event = EVENT_A, .nh_type = 1, .nh_length = 100, .nh_msg = in};
	Thread *t = begin(do_send, &d, PRIORITY_LOW);

	ok(!d.done, "ksend waits for the receiver");
	ok(ktry_recv(&m) == KE_AGAIN, "types without a common bit do not meet");
	m.nh_type = 2;
	m.nh_event = EVENT_B;
	ok(ktry_recv(&m) == KE_AGAIN, "nor do other events");
	m.nh_event = EVENT_A;
	ok(krecv(&m) == 0 && m.nh_length == 5 && memcmp(in, "hello", 5) == 0 && m.nh_type == 6
		&& m.nh_node == getnodeid(), "one with a common bit does");
	thread_join(t);
	ok(d.result == 0, "and the sender goes on");
}

static void
test_try(void)
{
	Nmsg m = {.nh_event = EVENT_A, .nh_length = 3, .nh_msg = "abc"};
	Deed d = {.m = {.nh_event = EVENT_A, .nh_length = 2, .nh_msg = in}};
	Thread *t;

	ok(ktry_send(&m) == KE_AGAIN, "ktry_send without a receiver");
	t = begin(do_receive, &d, PRIORITY_LOW);
	memset(in, 0, 3);
	ok(ktry_send(&m) == 0, "ktry_send to one that waits");
	thread_join(t);
	ok(d.result == KE_TRUNC && d.m.nh_length == 3 && memcmp(in, "ab", 3) == 0,
		"what has no room is cut off, and told");
}

static void
test_priority(void)
{
	Deed low = {.m = {.nh_event = EVENT_A}}, high = low, last = low;
	Nmsg m = {.nh_event = EVENT_A};
	Thread *t[3];

	order = 0;
	t[0] = begin(do_receive, &low, PRIORITY_LOW);
	t[1] = begin(do_receive, &last, PRIORITY_LOW);
	t[2] = begin(do_receive, &high, PRIORITY_HIGH);
	for (int i = 0; i < 3; i++)
		ksend(&m);
	for (int i = 0; i < 3; i++)
		thread_join(t[i]);
	ok(high.order == 1 && low.order == 2 && last.order == 3,
		"high priority first, then who came first");
}

static void
answer(void *deed)
{
	Deed *d = deed;
	Nmsg back = {.nh_event = EVENT_B, .nh_type = 9};

	d->result = krecv(&d->m) + ksend(&back);
}

static void
test_ksr(void)
{
	Deed d = {.m = {.nh_event = EVENT_A}};
	Nmsg m = {.nh_event = EVENT_A}, back = {.nh_event = EVENT_B};
	Thread *t = begin(answer, &d, PRIORITY_LOW);

	ok(ksr(&m, &back) == 0 && back.nh_type == 9, "ksr sends, then receives");
	thread_join(t);
}

/* ---- the buffer daemon ---- */

static void
test_held(void)
{
	Nmsg m = {.nh_node = NODE_LOCAL,
		.nh_event = EVENT_A,
		.nh_type = 3,
		.nh_length = 4,
		.nh_msg = "held",
		.nh_flags = NH_HAS_DATA,
		.nh_data = {11, 12, 13, 14, 15, 16, 17, 18}};
	Nmsg got = {.nh_event = EVENT_A, .nh_length = 10, .nh_msg = in};
	uint32_t start;

	ok(nprobe(&got) == KE_AGAIN, "nprobe where there is nothing");
	ok(nsend(&m) == 0, "nsend to oneself is held");
	memset(in, 0, 10);
	ok(nprobe(&got) == 0 && got.nh_length == 4 && got.nh_type == 3 && in[0] == 0,
		"nprobe tells and moves nothing");
	got.nh_length = 10;
	ok(ntry_recv(&got) == 0 && memcmp(in, "held", 4) == 0 && got.nh_flags & NH_HAS_DATA
		&& got.nh_data[7] == 18, "it is received, words and all");
	m.nh_flags = NH_NOBUF;
	ok(ntry_send(&m) == KE_AGAIN, "NH_NOBUF: nothing is held");
	start = getclock();
	got.nh_length = 10;
	ok(nrecv_until(&got, start + 5000) == KE_TIMEOUT && getclock() - start >= 5000
		&& getclock() - start < 8000, "nrecv_until waits so long");
	m.nh_flags = 0;
	m.nh_length = 0x7FFFFFFF;
	ok(ntry_send(&m) == KE_AGAIN, "more than there is memory is not held");
}

static uint32_t
same(uint32_t value)
{
	return value;
}

/* No result of a critical function is taken for an answer of the kernel itself. */
static void
test_critical(void)
{
	static const uint32_t values[] = {0, -1u, -1000u, -1001u, 0x80000000, 0x80000001,
		0x80000002, 0x7FFFFFFF};
	int good = 1;

	for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
		good &= critical(same, values[i]) == values[i];
	ok(good, "critical returns any value");
}

static void
test_oldest(void)
{
	Nmsg m = {.nh_node = NODE_LOCAL, .nh_event = EVENT_A, .nh_flags = NH_HAS_DATA};
	int good = 1;

	for (int i = 0; i < 20; i++) {
		m.nh_type = 1 << i % 2;
		m.nh_data[0] = i;
		good &= nsend(&m) == 0;
	}
	for (int i = 0; i < 20; i++) {
		Nmsg got = {.nh_event = EVENT_A, .nh_type = 1 << i / 10};

		good &= nrecv(&got) == 0 && got.nh_data[0] == (i < 10 ? 2 * i : 2 * (i - 10) + 1);
	}
	ok(good, "of those that match the oldest comes first");
}

/* ---- other nodes ---- */

static void
echo(void *unused)
{
	for (;;) {
		Nmsg m = {.nh_event = EVENT_ECHO, .nh_length = BIG, .nh_msg = in};

		if (nrecv(&m) < 0)
			return;
		m.nh_event = EVENT_BACK;
		nsend(&m);
		if (m.nh_type == 2)
			return;
	}
}

static int
there_and_back(uint32_t nbytes, uint32_t type)
{
	Nmsg m = {.nh_node = FAR,
		.nh_event = EVENT_ECHO,
		.nh_type = type,
		.nh_length = nbytes,
		.nh_msg = out,
		.nh_flags = NH_HAS_DATA,
		.nh_data = {nbytes, 1, 2, 3}};
	Nmsg back = {.nh_event = EVENT_BACK, .nh_length = BIG, .nh_msg = in};

	memset(in, 0, sizeof in);
	return nsend(&m) == 0 && nrecv(&back) == 0 && back.nh_node == FAR
		&& back.nh_length == nbytes && back.nh_data[0] == nbytes && back.nh_data[3] == 3
		&& memcmp(out, in, nbytes) == 0;
}

static void
test_far(void)
{
	static const uint32_t sizes[] = {
		0, 1, 3, MAX_PACKET - 1, MAX_PACKET, MAX_PACKET + 1, 2 * MAX_PACKET, BIG};
	Nmsg m = {.nh_node = FAR + 1};
	int good = 1;

	for (int i = 0; i < sizeof sizes / sizeof *sizes; i++)
		good &= there_and_back(sizes[i], 1);
	ok(good, "messages of one packet and of several go to another node and back");
	ok(nsend(&m) == KE_NONODE, "a node that is not there");
	ok(getroute(FAR) == 2 && getroute(0) == NH_LINK_LOCAL && getroute(77) == KE_NONODE,
		"getroute");
	ok(getnnodes() == FAR + 1 && getnode(FAR)->level == FAR && getnode(77) == NULL,
		"the network's table");
}

static void
test_transport(void)
{
	Nmsg m = {.nh_node = FAR,
		.nh_event = EVENT_TRANSPORT,
		.nh_type = 5,
		.nh_length = BIG,
		.nh_msg = out};
	Nmsg back = {.nh_event = EVENT_TRANSPORT, .nh_length = BIG, .nh_msg = in};

	memset(in, 0, sizeof in);
	ok(tsend(&m) == 0 && trecv(&back) == 0 && back.nh_length == BIG && memcmp(in, out, BIG) == 0
		&& back.nh_node == FAR, "tsend and trecv");
}

static void
test_datalink(void)
{
	Nmsg m = {.nh_link = 2, .nh_event = EVENT_A, .nh_length = MAX_PACKET + 1, .nh_msg = out};
	Nmsg back = {.nh_event = EVENT_A, .nh_length = 10, .nh_msg = in};

	ok(dsend(&m) == KE_INVAL, "a datalink message is one packet");
	m.nh_length = 8;
	m.nh_link = 1;
	ok(dsend(&m) == KE_NONODE, "a link that leads nowhere");
	m.nh_link = 4;
	ok(dsend(&m) == KE_INVAL, "a link that a node has not");
	m.nh_link = 2;
	ok(dsfr(&m, &back) == 0 && back.nh_node == 1 && memcmp(in, out, 8) == 0,
		"dsfr to a neighbour and back");
}

/* node_1: the neighbour's part. */
static void
node_1(void)
{
	Nmsg m = {.nh_event = EVENT_A, .nh_length = 10, .nh_msg = in};

	if (drecv(&m) < 0)
		exit(1);
	m.nh_link = 0;
	if (dsend(&m) < 0)
		exit(1);
}

static void
node_3(void)
{
	Nmsg m = {.nh_event = EVENT_TRANSPORT, .nh_length = BIG, .nh_msg = in};

	echo(NULL);
	if (trecv(&m) < 0 || m.nh_type != 5 || m.nh_length != BIG)
		exit(1);
	m.nh_node = 0;
	if (tsend(&m) < 0)
		exit(1);
}

/* ---- threads, semaphores, memory ---- */

static Semaphore gate;
static uint32_t passed;

static void
pass(void *number)
{
	sem_wait(&gate);
	passed = passed << 4 | (uint32_t)number;
}

static void
test_semaphores(void)
{
	Thread *t[3];

	sem_init(&gate, 1);
	ok(sem_try(&gate) == 0 && sem_try(&gate) == KE_AGAIN, "sem_try");
	for (int i = 0; i < 3; i++) {
		t[i] = thread_start(pass, (void *)(i + 1), STACK, PRIORITY_LOW);
		timer_wait(timer_now() + 1000);
	}
	ok(passed == 0, "a semaphore holds up");
	for (int i = 0; i < 3; i++) {
		sem_signal(&gate);
		thread_join(t[i]);
	}
	ok(passed == 0x123, "and lets go who came first");
}

static void
nothing(void *unused)
{
}

static void
test_memory(void)
{
	Thread *first = thread_start(nothing, NULL, STACK, PRIORITY_HIGH);
	uint32_t before;
	void *block;

	thread_join(first);
	before = kavail();
	for (int i = 0; i < 50; i++)
		thread_join(thread_start(nothing, NULL, STACK, i & 1));
	ok(kavail() == before, "fifty threads leave no memory behind");
	block = kalloc(1000);
	ok(block && before - kavail() >= 1000 && before - kavail() < 1100,
		"kalloc takes what it gives");
	kfree(block);
	ok(kavail() == before, "kfree gives it back");
	ok(kalloc(before + 1) == NULL, "more than there is");
}

/* ---- numbers that no call has ---- */

int32_t __call(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d); /* lib/call.c */

static volatile int reached, returned;

static void
call_number(void *number)
{
	reached++;
	__call((uint32_t)number, 0, 0, 0, 0);
	returned++;
}

static void
test_numbers(void)
{
	static const uint32_t numbers[] = {30, 31, 32, 33, 1000, 0x80000000, -1};

	for (int i = 0; i < 14; i++)
		thread_start(call_number, (void *)numbers[i / 2], STACK, i & 1);
	timer_wait(timer_now() + 1000);
	ok(reached == 14 && returned == 0, "a call with an unknown number stops its thread");
}

/* ---- processes ---- */

static int copied = 1;

static void
child(void *argument)
{
	copied += (int)argument;
	kexit(copied);
}

static void
waiting(void *unused)
{
	Nmsg m = {.nh_event = EVENT_UNUSED};

	krecv(&m);
}

static volatile int signalled;

static void
handler(int signal)
{
	signalled = signal;
}

/*
 * with_handler: a signal arrives while it waits for a message; then the message. Its status shows
 * both.
 */
static void
with_handler(void *unused)
{
	Nmsg m = {.nh_event = EVENT_B};

	ksignal(SIGNAL_A, handler);
	kexit(krecv(&m) == 0 && m.nh_type == 77 ? 100 + signalled : 1);
}

/* asking: as with_handler, while it waits for the answer to a message that it has sent. */
static void
asking(void *unused)
{
	Nmsg m = {.nh_event = EVENT_A}, back = {.nh_event = EVENT_B};

	ksignal(SIGNAL_A, handler);
	kexit(ksr(&m, &back) == 0 && back.nh_type == 78 ? 100 + signalled : 1);
}

static void
ticking(void *unused)
{
	for (;;) {
		Nmsg m = {.nh_node = NODE_LOCAL, .nh_event = EVENT_TICK};

		nsend(&m);
		timer_wait(timer_now() + (process_priority() == PRIORITY_HIGH ? 1000 : 1000 / 64));
	}
}

static void
test_clone(void)
{
	int status = 0;
	Pid a = kclone(child, (void *)4, STACK, PRIORITY_LOW),
		b = kclone(child, (void *)5, STACK, PRIORITY_HIGH);

	copied = 1000;
	ok(a > 0 && b > 0 && a != b && a != getpid(), "kclone");
	ok(kwait(b, &status) == b && status == 6, "the end of one, with its status");
	ok(kwait(0, &status) == a && status == 5, "the end of any");
	ok(kcreate(NODE_LOCAL, 12345678, PRIORITY_LOW, 0, NULL) == KE_NOENT, "no such program");
	ok(kcreate(FAR, 12345678, PRIORITY_LOW, 0, NULL) == KE_NOENT, "nor on another node");
}

static void
test_kill(void)
{
	int status = 0;
	Pid p = kclone(waiting, NULL, STACK, PRIORITY_LOW);
	Nmsg m = {.nh_event = EVENT_UNUSED};

	timer_wait(timer_now() + 500);
	ok(kkill(NODE_LOCAL, p, SIGNAL_DIE) >= 0 && kwait(p, &status) == p,
		"a process that waits is killed");
	ok(ktry_send(&m) == KE_AGAIN, "and waits no more");
	ok(kkill(NODE_LOCAL, p, SIGNAL_DIE) == KE_NOPROC, "once");
	ok(kkill(NODE_LOCAL, getpid(), 99) == KE_INVAL, "no such signal");
}

static void
test_signal(void)
{
	int status = 0;
	Pid p = kclone(with_handler, NULL, STACK, PRIORITY_LOW);
	Nmsg m = {.nh_event = EVENT_B, .nh_type = 77};

	timer_wait(timer_now() + 500);
	kkill(NODE_LOCAL, p, SIGNAL_A);
	timer_wait(timer_now() + 500);
	ksend(&m);
	ok(kwait(p, &status) == p && status == 100 + SIGNAL_A,
		"a handler runs, and the call is made again");
	ok(ksignal(SIGNAL_DIE, handler) == KE_INVAL, "to die cannot be handled");
}

static void
test_signal_ksr(void)
{
	int status = 0;
	Pid p = kclone(asking, NULL, STACK, PRIORITY_LOW);
	Nmsg m = {.nh_event = EVENT_A}, back = {.nh_event = EVENT_B, .nh_type = 78};
	int first = krecv(&m);

	kkill(NODE_LOCAL, p, SIGNAL_A);
	timer_wait(timer_now() + 500);
	ok(first == 0 && ktry_recv(&m) == KE_AGAIN, "a message is not sent again after a signal");
	ok(ktry_send(&back) == 0 && kwait(p, &status) == p && status == 100 + SIGNAL_A,
		"its sender still waits for the answer");
}

/* ticks: how many come in 20 ms. */
static int
ticks(void)
{
	uint32_t until = getclock() + 20000;
	int n = 0;

	for (;;) {
		Nmsg m = {.nh_event = EVENT_TICK};

		if (nrecv_until(&m, until) != 0)
			return n;
		n++;
	}
}

static void
test_arrest(void)
{
	Pid p = kclone(ticking, NULL, STACK, PRIORITY_HIGH);
	int before = ticks(), arrested, after;

	kkill(NODE_LOCAL, p, SIGNAL_ARREST);
	ticks();
	arrested = ticks();
	kkill(NODE_LOCAL, p, SIGNAL_RELEASE);
	after = ticks();
	ok(before > 5 && arrested == 0 && after > 5, "ARREST and RELEASE");
	kkill(NODE_LOCAL, p, SIGNAL_DIE);
	kwait(p, NULL);
}

static void
later(void *unused)
{
	uint32_t until = getclock() + 20000;

	while ((int32_t)(getclock() - until) < 0)
		;
	kexit(3);
}

/* test_full: the last, since the memory stays with the process. */
static void
test_full(void)
{
	int status = 0;
	Pid p = kclone(later, NULL, STACK, PRIORITY_LOW);

	for (uint32_t nbytes = 1 << 20; nbytes >= 4; nbytes /= 2)
		while (kalloc(nbytes))
			;
	ok(kwait(p, &status) == p && status == 3, "the end of one while all memory is taken");
}

int
main(void)
{
	for (int i = 0; i < BIG; i++)
		out[i] = i * 7 + i / 256;
	if (getnodeid() == 1)
		node_1();
	if (getnodeid() == FAR)
		node_3();
	if (getnodeid() != 0)
		return 0;
	test_rendezvous();
	test_try();
	test_priority();
	test_ksr();
	test_held();
	test_critical();
	test_oldest();
	test_far();
	ok(there_and_back(1, 2), "the other node's last");
	test_transport();
	test_datalink();
	test_semaphores();
	test_memory();
	test_numbers();
	test_clone();
	test_kill();
	test_signal();
	test_signal_ksr();
	test_arrest();
	test_full();
	printf("1..%d\n", tests);
	return 0;
}
