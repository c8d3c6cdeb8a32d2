/* error_path.c - an error path returns without releasing the lock. net: single */
#include <sync.h>

static Lock lock;
static int total;

static int
add(int value)
{
	lock_acquire(&lock);
	if (value < 0) /* fault */
		return -1;
	total += value;
	lock_release(&lock);
	return 0;
}

int
main(void)
{
	static volatile int values[] = {3, 4, -1, 5};
	int errors = 0;

	lock_init(&lock);
	for (int i = 0; i < 4; i++)
		errors += add(values[i]) < 0;
	return errors;
}
