/* bank.c - two of four clerks lock the same two accounts in opposite order. net: single */
#include <stddef.h>
#include <threads.h>

typedef struct Account {
	mtx_t lock;
	int balance;
} Account;

typedef struct Order {
	int from, to, amount;
} Order;

static Account account[4];

static int
carry_out(void *argument)
{
	const Order *o = argument;
	Account *from = &account[o->from], *to = &account[o->to];

	mtx_lock(&from->lock);
	from->balance -= o->amount;
	thrd_yield();
	mtx_lock(&to->lock); /* fault */
	to->balance += o->amount;
	mtx_unlock(&to->lock);
	mtx_unlock(&from->lock);
	return 0;
}

int
main(void)
{
	static Order orders[4] = {{0, 1, 5}, {2, 3, 6}, {3, 2, 7}, {1, 0, 8}};
	thrd_t t[4];

	for (int i = 0; i < 4; i++)
		mtx_init(&account[i].lock, mtx_plain);
	for (int i = 0; i < 4; i++)
		thrd_create(&t[i], carry_out, &orders[i]);
	for (int i = 0; i < 4; i++)
		thrd_join(t[i], NULL);
	return 0;
}
