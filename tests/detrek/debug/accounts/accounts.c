/*
 * accounts.c - moves money between accounts, for the debugger's tests: two threads lock the same
 * two accounts in opposite order, and so wait for each other for ever.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

typedef struct Account {
	const char *owner;
	Semaphore lock;
	int money;
} Account;

typedef struct Order {
	Account *from, *to;
	int money;
} Order;

static Account account[] = {{.owner = "Ada", .money = 100}, {.owner = "Ben", .money = 100}};

/* A check takes a while, so that the other thread is scheduled in between. */
static void
check(const Account *a)
{
	for (volatile int i = 0; i < 20000; i++)
		if (a->money < 0)
			panic("an account is overdrawn");
}

static void
move(void *argument)
{
	const Order *o = argument;

	sem_wait(&o->from->lock);
	check(o->from);
	sem_wait(&o->to->lock);
	o->from->money -= o->money;
	o->to->money += o->money;
	sem_signal(&o->to->lock);
	sem_signal(&o->from->lock);
}

int
main(void)
{
	static Order there = {&account[0], &account[1], 10}, back = {&account[1], &account[0], 5};
	Thread *t;

	sem_init(&account[0].lock, 1);
	sem_init(&account[1].lock, 1);
	t = thread_start(move, &back, 2048, PRIORITY_LOW);
	move(&there);
	thread_join(t);
	printf("%s %d, %s %d\n", account[0].owner, account[0].money, account[1].owner,
		account[1].money);
	return 0;
}
