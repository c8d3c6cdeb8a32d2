/*
 * messages.c - two nodes that send each other messages at several levels: whole, longer than the
 * receiver's buffer, to addresses that are not those of words; and that read the clock. Each logs
 * itself (trellis cc --log).
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { THERE = 5, BACK = 6, ODD = 8, WORDS = 400, ROOM = 11 };

typedef struct Pack {
	int number;
	int64_t large;
	double real;
	int words[WORDS];
} Pack;

int node, other, total, sum, low, cut, looks;
uint32_t began, took;
char text[40];
int64_t large;
double real;
Pack pack;

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
	Nmsg odd = {.nh_event = ODD, .nh_length = ROOM, .nh_msg = text + 3};

	nsend(&question);
	began = timer_now();
	nrecv(&answer);
	took = timer_now() - began;
	large = pack.large + 1;
	real = pack.real * 2;
	low = pack.words[WORDS - 1];
	sum = pack.number + low + (real > 50);
	cut = trecv(&odd);
	printf("%d %d %d %s %d\n", sum, (int)large, cut, text + 3, (int)odd.nh_length);
}

static void
reply(void)
{
	Nmsg question = {.nh_event = THERE, .nh_length = sizeof pack.number,
		.nh_msg = &pack.number};
	Nmsg answer = {.nh_node = other, .nh_event = BACK, .nh_length = sizeof pack,
		.nh_msg = &pack};
	Nmsg odd = {.nh_node = other, .nh_event = ODD, .nh_length = 20, .nh_msg = text + 5};
	Nmsg look = {.nh_event = THERE};

	timer_wait(timer_now() + 10);
	while (nprobe(&look) < 0)
		looks++;
	nrecv(&question);
	fill(&pack);
	strcpy(text + 5, "longer than the buffer");
	nsend(&answer);
	tsend(&odd);
}

int
main(void)
{
	node = getnodeid();
	other = 1 - node;
	total = 25 + 100 * node;
	if (node == 0)
		ask();
	else
		reply();
	return 0;
}
