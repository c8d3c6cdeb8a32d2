/*
 * _Atomic: objects of all sizes, operators, and the functions of stdatomic.h as compiler builtins.
 */
#include <stdint.h>
#include <stdio.h>

typedef struct Pair { int a, b, c; } Pair;

static _Atomic int word;
static _Atomic uint8_t byte = 250;
static _Atomic uint16_t half = 65530;
static _Atomic long long wide = -1;
static int *_Atomic pointer;
static _Atomic _Bool flag;
static int plain;

int
main(void)
{
	int places[3] = {1, 2, 3}, expected = 4, old;
	_Atomic Pair pair;
	Pair p = {1, 2, 3}, q;

	word += 3, word++, --word, word |= 8, word ^= 1;
	byte += 10, half -= 65535, wide *= 3, wide <<= 33;
	printf("%d %d %d %lld\n", word, byte, half, wide);
	pointer = places;
	pointer = pointer + 2;
	printf("%d\n", *pointer);
	flag = 5;
	printf("%d\n", flag);
	pair = p;
	p.b = 20;
	q = pair;
	printf("%d %d %d\n", q.a, q.b, q.c);
	plain = 4;
	printf("%d ", __atomic_compare_exchange_n(&plain, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	printf("%d ", __atomic_compare_exchange_n(&plain, &expected, 10, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	printf("%d %d\n", plain, expected);
	old = __atomic_fetch_add(&plain, 5, __ATOMIC_RELAXED);
	printf("%d %d ", old, __atomic_exchange_n(&plain, 77, __ATOMIC_ACQ_REL));
	printf("%d ", __atomic_fetch_and(&plain, 0x40, __ATOMIC_SEQ_CST));
	printf("%d ", __atomic_load_n(&plain, __ATOMIC_ACQUIRE));
	__atomic_store_n(&plain, 6, __ATOMIC_RELEASE);
	printf("%d ", __sync_fetch_and_sub(&plain, 2));
	printf("%d\n", __sync_lock_test_and_set(&plain, 1));
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return 0;
}
