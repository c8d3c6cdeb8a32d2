/*
 * relay.c - the two threads of each of three nodes share variables, and only messages through other
 * nodes order their accesses.
 *
 * In each round, TASK_n goes from main of node 0 to main of node n, NEWS_n on to the second thread
 * of node 0, CARRY_n to the second thread of node n, ANSWER_n back to main of node 0.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 4096, ROUNDS = 4 };
enum { TASK_1 = 10, TASK_2, NEWS_1, NEWS_2, CARRY_1, CARRY_2, ANSWER_1, ANSWER_2 };

static int a, b; /* of node 0 */
static int c;    /* of the others */

static Nmsg
message(int event, int *value)
{
	static const uint32_t receiver[] = {1, 2, 0, 0, 1, 2, 0, 0};

	return (Nmsg){.nh_node = receiver[event - TASK_1],
		.nh_event = event,
		.nh_type = 1,
		.nh_length = sizeof *value,
		.nh_msg = value};
}

static void
send(int event, int value)
{
	Nmsg m = message(event, &value);

	nsend(&m);
}

static int
receive(int event)
{
	int value = 0;
	Nmsg m = message(event, &value);

	nrecv(&m);
	return value;
}

static void
main_0(int i)
{
	int answer;

	a = i;
	send(TASK_1, a);
	b = i;
	send(TASK_2, b);
	answer = receive(ANSWER_1);
	a += answer;
	answer = receive(ANSWER_2);
	b += answer;
}

static void
second_0(void)
{
	int news;

	news = receive(NEWS_1);
	a += news;
	send(CARRY_1, a);
	news = receive(NEWS_2);
	b += news;
	send(CARRY_2, b);
}

static void
main_1(void)
{
	int task;

	task = receive(TASK_1);
	c = task;
	send(NEWS_1, c);
}

static void
second_1(void)
{
	int carried;

	carried = receive(CARRY_1);
	c += carried;
	send(ANSWER_1, c);
}

static void
main_2(void)
{
	int task;

	task = receive(TASK_2);
	c = task;
	send(NEWS_2, c);
}

static void
second_2(void)
{
	int carried;

	carried = receive(CARRY_2);
	c += carried;
	send(ANSWER_2, c);
}

static void
second(void *unused)
{
	static void (*const round[])(void) = {second_0, second_1, second_2};

	(void)unused;
	for (int i = 0; i < ROUNDS; i++)
		round[getnodeid()]();
}

int
main(void)
{
	static void (*const round[])(void) = {NULL, main_1, main_2};
	Thread *t = thread_start(second, NULL, STACK, PRIORITY_LOW);

	for (int i = 0; i < ROUNDS; i++)
		if (getnodeid() == 0)
			main_0(i);
		else
			round[getnodeid()]();
	thread_join(t);
	printf("node %d: %d %d %d\n", (int)getnodeid(), a, b, c);
	return 0;
}
