/*
 * lock.c - locks and errno of a program that is alone on its node: it has no threads.
 */
#include "lock.h"

#include <errno.h>

int __threads; /* always 0 */

int *
__errno(void)
{
	static int value;

	return &value;
}

void
__lock(int number)
{
	(void)number;
}

int
__trylock(int number)
{
	(void)number;
	return 0;
}

void
__unlock(int number)
{
	(void)number;
}

void
__lock_again(int number)
{
	(void)number;
}

int
__trylock_again(int number)
{
	(void)number;
	return 0;
}

void
__unlock_again(int number)
{
	(void)number;
}
