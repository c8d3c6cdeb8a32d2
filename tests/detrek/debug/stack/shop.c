/*
 * shop.c - node 1 keeps a shelf for the clerks, threads of both priorities, who take from it what
 * node 0 asks for; the last one does not give back the key. For the debugger's tests of stacks.
 */
#include <kernel.h>
#include <threads.h>

enum { CLERKS = 3, REQUESTS = 7, REQUEST = 91, REPLY = 92 };

static Semaphore key;
static mtx_t till;
static int goods[] = {4, 9, 2, 7};
static int sold;

static int
take(uint32_t which)
{
	sem_wait(&key);
	goods[which]--;
	mtx_lock(&till);
	sold++;
	mtx_unlock(&till);
	if (goods[which] == 0)
		return -1;
	sem_signal(&key);
	return goods[which];
}

static void
clerk(void *nothing)
{
	(void)nothing;
	for (;;) {
		Nmsg m = {.nh_event = REQUEST};

		nrecv(&m);
		nsend(&(Nmsg){.nh_node = 0, .nh_event = REPLY, .nh_flags = NH_HAS_DATA,
			.nh_data = {(uint32_t)take(m.nh_data[0])}});
	}
}

static int
shop(void)
{
	Thread *t[CLERKS];

	sem_init(&key, 1);
	mtx_init(&till, mtx_plain);
	for (int i = 0; i < CLERKS; i++)
		t[i] = thread_start(clerk, NULL, 4096, i % 2);
	for (int i = 0; i < CLERKS; i++)
		thread_join(t[i]);
	return 0;
}

int
main(void)
{
	if (getnodeid() == 1)
		return shop();
	for (uint32_t i = 0; i < REQUESTS; i++)
		nsend(&(Nmsg){.nh_node = 1, .nh_event = REQUEST, .nh_flags = NH_HAS_DATA,
			.nh_data = {i < 2 ? 2 : i % 4}});
	for (int i = 0; i < REQUESTS; i++) {
		Nmsg m = {.nh_event = REPLY};

		nrecv(&m);
	}
	return 0;
}
