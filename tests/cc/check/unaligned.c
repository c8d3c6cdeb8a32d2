/*
 * unaligned.c - -fcheck and addresses that are not those of their type: each access is made in a
 * process of its own. Bytes, packed structures and addresses that are right must pass.
 */
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { ROOM = 4000, LIMIT = 200 }; /* bytes of stack; ticks until a process counts as stopped */

typedef struct Pair {
	int a, b;
} Pair;

typedef struct __attribute__((packed)) Packed {
	char tag;
	int value;
	double real;
} Packed;

static union {
	char byte[64];
	int word[16];
	double real[8];
} memory;
static char *volatile even = memory.byte + 8, *volatile odd = memory.byte + 9, *volatile half = memory.byte + 10;
static volatile int result;
static volatile double real;
static Pair pair;

#define CASE(name, action) static void name(void *unused) { (void)unused; action; }

CASE(load_word, result = *(int *)even)
CASE(load_word_odd, result = *(int *)odd)
CASE(load_word_half, result = *(int *)half)
CASE(store_word, *(int *)even = 7)
CASE(store_word_odd, *(int *)odd = 7)
CASE(store_word_half, *(int *)half = 7)
CASE(load_half, result = *(short *)half)
CASE(load_half_odd, result = *(short *)odd)
CASE(store_half, *(short *)half = 7)
CASE(store_half_odd, *(short *)odd = 7)
CASE(load_byte, result = *odd)
CASE(store_byte, *odd = 7)
CASE(load_float_half, real = *(float *)half)
CASE(store_float_odd, *(float *)odd = 7)
CASE(load_double, real = *(double *)even)
CASE(load_double_half, real = *(double *)half)
CASE(store_double, *(double *)(even + 4) = 7)
CASE(store_double_odd, *(double *)odd = 7)
CASE(store_long_long_half, *(long long *)half = 7)
CASE(member_half, ((Pair *)half)->b = 7)
CASE(copy, *(Pair *)even = pair)
CASE(packed, ((Packed *)odd)->value = ((Packed *)half)->real)
CASE(copy_bytes, memcpy(odd, half + 8, 5))

#define ROW(name) {#name, name}

static const struct {
	const char *name;
	void (*f)(void *);
} cases[] = {
	ROW(load_word), ROW(load_word_odd), ROW(load_word_half), ROW(store_word), ROW(store_word_odd),
	ROW(store_word_half), ROW(load_half), ROW(load_half_odd), ROW(store_half), ROW(store_half_odd), ROW(load_byte),
	ROW(store_byte), ROW(load_float_half), ROW(store_float_odd), ROW(load_double), ROW(load_double_half),
	ROW(store_double), ROW(store_double_odd), ROW(store_long_long_half), ROW(member_half), ROW(copy),
	ROW(packed), ROW(copy_bytes),
};

enum { CASES = sizeof cases / sizeof *cases };

static char stacks[CASES][ROOM];
static Channel done[CASES];

int
main(void)
{
	for (int i = 0; i < CASES; i++) {
		Channel *c = &done[i];
		int ended, error;

		channel_init(c);
		__t800_testerr();
		process_start(cases[i].f, NULL, stacks[i], ROOM, PRIORITY_LOW, c);
		ended = alt_channels_until(&c, 1, timer_now() + LIMIT) == 0;
		if (ended)
			channel_in_word(c);
		error = !__t800_testerr();
		printf("%s: %s, %s\n", cases[i].name, ended ? "ended" : "stopped", error ? "Error" : "no Error");
	}
	return 0;
}
