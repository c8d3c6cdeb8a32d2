/*
 * core.c - lists, small matrices, a state machine: the three kinds of work in CoreMark, in
 * kernels of our own. Each ends with a CRC of its result, which is compared with the CRC that
 * the same code gives on the host.
 */
#include "bench.h"

#include <stddef.h>

/* crc: CRC-16 (polynomial 0xA001, reflected) of a halfword. */
static uint16_t
crc(uint16_t sum, uint16_t value)
{
	for (int i = 0; i < 16; i++) {
		int bit = (sum ^ value) & 1;

		sum >>= 1;
		value >>= 1;
		if (bit)
			sum ^= 0xA001;
	}
	return sum;
}

/* ---- lists: search, reverse, sort by merging ---- */

enum { ITEMS = 64 };

typedef struct Item {
	struct Item *next;
	int16_t key, place;
} Item;

typedef int Order(const Item *a, const Item *b);

static Item items[ITEMS];

static Item *
make_list(uint32_t seed)
{
	for (int i = 0; i < ITEMS; i++) {
		seed = seed * 1103515245 + 12345;
		items[i] = (Item){i + 1 < ITEMS ? &items[i + 1] : NULL, seed >> 16 & 0x7FF, i};
	}
	return items;
}

static const Item *
find_item(const Item *l, int16_t key)
{
	while (l && l->key != key)
		l = l->next;
	return l;
}

static Item *
reverse_list(Item *l)
{
	Item *r = NULL;

	while (l) {
		Item *next = l->next;

		l->next = r;
		r = l;
		l = next;
	}
	return r;
}

static int
by_key(const Item *a, const Item *b)
{
	return a->key - b->key;
}

static int
by_place(const Item *a, const Item *b)
{
	return a->place - b->place;
}

static Item *
merge_lists(Item *a, Item *b, Order *order)
{
	Item *head = NULL, **end = &head;

	while (a && b) {
		Item **less = order(a, b) <= 0 ? &a : &b;

		*end = *less;
		end = &(*less)->next;
		*less = *end;
	}
	*end = a ? a : b;
	return head;
}

static Item *
sort_list(Item *l, int n, Order *order)
{
	Item *second = l, *rest;

	if (n == 1) {
		l->next = NULL;
		return l;
	}
	for (int i = 0; i < n / 2; i++)
		second = second->next;
	rest = sort_list(second, n - n / 2, order);
	return merge_lists(sort_list(l, n / 2, order), rest, order);
}

static int
run_lists(uint32_t runs)
{
	uint16_t sum = 0;

	for (uint32_t run = 0; run < runs; run++) {
		Item *l = make_list(run);

		for (int key = 0; key < 16; key++) {
			const Item *found = find_item(l, items[key * 4].key + (key & 1));

			sum = crc(sum, found ? found->place : 0xFFFF);
			l = reverse_list(l);
		}
		l = sort_list(l, ITEMS, by_key);
		for (const Item *i = l; i; i = i->next)
			sum = crc(sum, i->key);
		l = sort_list(l, ITEMS, by_place);
		sum = crc(sum, l->key);
	}
	return sum == 0x47AE;
}

/* ---- matrices: by a constant, by a vector, by a matrix, with bits picked out ---- */

enum { SIDE = 9 };

static int16_t ma[SIDE][SIDE], mb[SIDE][SIDE];
static int32_t mc[SIDE][SIDE]; /* the product of ma and mb */

static void
fill_matrices(int seed)
{
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++) {
			seed = seed * 17 + 5 & 0x7FFF;
			ma[i][k] = seed;
			mb[i][k] = seed + i - k & 0xFF;
		}
}

static uint16_t
add_to_crc(uint16_t sum)
{
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++)
			sum = crc(sum, mc[i][k] ^ mc[i][k] >> 16);
	return sum;
}

static void
multiply_by_constant(int c)
{
	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++)
			mc[i][k] = ma[i][k] * c;
}

static void
multiply_by_vector(void)
{
	for (int i = 0; i < SIDE; i++) {
		int32_t sum = 0;

		for (int k = 0; k < SIDE; k++)
			sum += ma[i][k] * mb[0][k];
		mc[0][i] = sum;
	}
}

static void
multiply_by_matrix(int picked)
{
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++) {
			int32_t sum = 0;

			for (int k = 0; k < SIDE; k++) {
				int32_t p = ma[i][k] * mb[k][j];

				sum += picked ? (p >> 2 & 0xF) * (p >> 5 & 0x7F) : p;
			}
			mc[i][j] = sum;
		}
}

static int
run_matrices(uint32_t runs)
{
	uint16_t sum = 0;

	for (uint32_t run = 0; run < runs; run++) {
		fill_matrices(run);
		multiply_by_constant(run + 3);
		sum = add_to_crc(sum);
		multiply_by_vector();
		sum = add_to_crc(sum);
		multiply_by_matrix(0);
		sum = add_to_crc(sum);
		multiply_by_matrix(1);
		sum = add_to_crc(sum);
	}
	return sum == 0x8EE3;
}

/* ---- a state machine: which words of a line are numbers ---- */

typedef enum State { START, SIGN, INTEGER, POINT, FRACTION, EXPONENT, POWER, WRONG, NSTATES } State;

static const char *const lines[] = {
	"5012,1.25e-3,+7,hello,-.5,33.,1e,0x12,.,8.25,-1200000",
	"T0.3e-1F,+0.5,-88,12.5e+7,..9,4e4e4,17,9.99,-x,+",
};

static int
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static State
next_state(State s, char c)
{
	switch (s) {
	case START:
		return is_digit(c)             ? INTEGER
			: c == '+' || c == '-' ? SIGN
			: c == '.'             ? POINT
			: WRONG;
	case SIGN:
		return is_digit(c) ? INTEGER : c == '.' ? POINT : WRONG;
	case INTEGER:
		return is_digit(c) ? INTEGER : c == '.' ? FRACTION : c == 'e' ? EXPONENT : WRONG;
	case POINT:
		return is_digit(c) ? FRACTION : WRONG;
	case FRACTION:
		return is_digit(c) ? FRACTION : c == 'e' ? EXPONENT : WRONG;
	case EXPONENT:
		return is_digit(c) || c == '+' || c == '-' ? POWER : WRONG;
	case POWER:
		return is_digit(c) ? POWER : WRONG;
	default:
		return WRONG;
	}
}

static int
run_states(uint32_t runs)
{
	uint32_t ends[NSTATES] = {0}, steps[NSTATES] = {0};
	uint16_t sum = 0;

	for (uint32_t run = 0; run < runs; run++) {
		State s = START;

		for (const char *p = lines[run & 1]; *p; p++) {
			if (*p == ',') {
				ends[s]++;
				s = START;
				continue;
			}
			s = next_state(s, *p);
			steps[s]++;
		}
		ends[s]++;
		sum = crc(sum, ends[run % NSTATES] ^ steps[run % NSTATES]);
	}
	return sum == 0xA19D;
}

int
main(void)
{
	static const Benchmark b[] = {
		{"lists", run_lists, 10, 1, "runs"},
		{"matrices", run_matrices, 10, 1, "runs"},
		{"states", run_states, 100, 1, "runs"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
