/* twice.c - a function that holds the lock calls another one that takes it. net: single */
#include <sync.h>

static Lock lock;
static int balance;

static void __attribute__((noinline))
deposit(int amount)
{
	lock_acquire(&lock);
	balance += amount;
	lock_release(&lock);
}

static void __attribute__((noinline))
transfer(int amount)
{
	lock_acquire(&lock);
	balance -= amount;
	deposit(amount); /* fault */
	lock_release(&lock);
}

int
main(void)
{
	lock_init(&lock);
	deposit(10);
	transfer(3);
	return balance;
}
