/*
 * pair.c - two nodes whose threads share memory under a lock, and that send each other messages:
 * whole numbers of both sizes, reals, structures, through pointers and recursion.
 */
#include <kernel.h>
#include <stdio.h>
#include <sync.h>
#include <t800.h>

enum { STACK = 4096, THERE = 5, BACK = 6, WORDS = 400 };

typedef struct Pack {
	int number;
	int64_t large;
	double real;
	int words[WORDS];
} Pack;

int node, other, shared, total, sum, steps, low;
int64_t large;
double real;
Pack pack;
static Lock lock;

static int
power(int x, int n)
{
	return n == 0 ? 1 : x * power(x, n - 1);
}

static void
work(void *number)
{
	lock_acquire(&lock);
	shared = shared + power(*(int *)number, 2);
	steps++;
	lock_release(&lock);
}

static void
fill(Pack *p)
{
	p->number = p->number + total;
	p->large = ((int64_t)total << 33) / 3;
	p->real = total / 7.0;
	for (int i = 0; i < WORDS; i++)
		p->words[i] = i * p->number;
}

static void
ask(void)
{
	Nmsg question = {.nh_node = other, .nh_event = THERE, .nh_length = sizeof total,
		.nh_msg = &total};
	Nmsg answer = {.nh_event = BACK, .nh_length = sizeof pack, .nh_msg = &pack};

	nsend(&question);
	nrecv(&answer);
	large = pack.large + 1;
	real = pack.real * 2;
	low = pack.words[WORDS - 1];
	sum = pack.number + low + (real > 50);
	printf("%d %d\n", sum, (int)large);
}

static void
reply(void)
{
	Nmsg question = {.nh_event = THERE, .nh_length = sizeof pack.number,
		.nh_msg = &pack.number};
	Nmsg answer = {.nh_node = other, .nh_event = BACK, .nh_length = sizeof pack,
		.nh_msg = &pack};

	nrecv(&question);
	fill(&pack);
	nsend(&answer);
}

int
main(void)
{
	static int numbers[] = {3, 4};
	Thread *thread[2];

	node = getnodeid();
	other = 1 - node;
	lock_init(&lock);
	for (int i = 0; i < 2; i++)
		thread[i] = thread_start(work, &numbers[i], STACK, PRIORITY_LOW);
	for (int i = 0; i < 2; i++)
		thread_join(thread[i]);
	total = shared + 100 * node;
	if (node == 0)
		ask();
	else
		reply();
	return 0;
}
