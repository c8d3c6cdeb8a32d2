/*
 * random.h - how a test of random cases is run: its arguments are how many cases, and the number of
 * the first. With LONG it draws more, with sanitizers fewer: there one takes ten times as long, and
 * the same cases are compared without them.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RANDOM_SHARE 10
#endif
#endif
#ifndef RANDOM_SHARE
#define RANDOM_SHARE 1
#endif

/* random_next: the next number of a generator (splitmix). */
static inline uint64_t
random_next(uint64_t *state)
{
	uint64_t x = *state += 0x9E3779B97F4A7C15ull;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
	x = (x ^ x >> 27) * 0x94D049BB133111EBull;
	return x ^ x >> 31;
}

/* random_below: 0 to n - 1. */
static inline uint32_t
random_below(uint64_t *state, uint32_t n)
{
	return (random_next(state) >> 32) % n;
}

/*
 * random_main: run the n tests, which draw `count` cases from number `first` on; `longer`: how many
 * times as many with LONG.
 */
static inline int
random_main(int argc, char **argv, uint64_t *count, uint64_t *first, unsigned longer,
	const struct CMUnitTest *tests, size_t n)
{
	const char *is_long = getenv("LONG");

	if (is_long && *is_long)
		*count *= longer;
	else
		*count = (*count + RANDOM_SHARE - 1) / RANDOM_SHARE;
	if (argc > 1)
		*count = strtoull(argv[1], NULL, 0);
	if (argc > 2)
		*first = strtoull(argv[2], NULL, 0);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("tests", tests, n, NULL, NULL);
}

#endif
