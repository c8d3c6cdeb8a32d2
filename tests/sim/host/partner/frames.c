/*
 * frames.c - the packets on a link against a model that has all bytes and cuts them. Any bytes may
 * come from a partner.
 */
#include "sim/host/partner/partner.h"
#include "tests/random.h"

enum { MOST = 4000 };

static uint64_t count = 3000, first = 1;

/* draw_bytes: packets, the last of which may be cut; now and then something else. */
static size_t
draw_bytes(uint64_t *seed, uint8_t *bytes)
{
	uint32_t npackets = random_below(seed, 4), cut;
	size_t n = 0;

	for (uint32_t i = 0; i < npackets; i++) {
		uint32_t size = random_below(seed, 8) ? random_below(seed, 20)
			: random_below(seed, 2) ? 1020 + random_below(seed, 8)
						: random_below(seed, 65536);

		bytes[n++] = size;
		bytes[n++] = size >> 8;
		for (uint32_t k = 0; k < size && k < FRAME_MOST; k++)
			bytes[n++] = random_next(seed);
	}
	cut = random_below(seed, 12);
	return n > cut ? n - cut : n;
}

/* model: cut the bytes into packets. */
static Frames
model(const uint8_t *bytes, size_t n, uint32_t least)
{
	Frames f = {.least = least};

	for (;;) {
		uint32_t size = n >= FRAME_HEAD ? bytes[0] | bytes[1] << 8 : 0;

		f.have = n;
		f.is_bad = n >= FRAME_HEAD && (size < least || size > FRAME_MOST);
		if (n < FRAME_HEAD || f.is_bad || n < FRAME_HEAD + size)
			return f;
		f.n++;
		bytes += FRAME_HEAD + size;
		n -= FRAME_HEAD + size;
	}
}

static void
as_the_model(void **state)
{
	static uint8_t bytes[MOST];

	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		uint64_t seed = i;
		size_t n = draw_bytes(&seed, bytes);
		Frames f = {.least = i % 2 ? FRAME_LEAST_REPLY : FRAME_LEAST_REQUEST};
		Frames wanted = model(bytes, n, f.least);

		for (size_t k = 0; k < n; k++)
			frames_pass(&f, bytes[k]);
		if (f.is_bad != wanted.is_bad || f.n != wanted.n
			|| (!f.is_bad && f.have != wanted.have))
			fail_msg("case %d: %d packets and %d bytes, expected %d and %d", (int)i,
				(int)f.n, (int)f.have, (int)wanted.n, (int)wanted.have);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_model)};

	return random_main(argc, argv, &count, &first, 20, tests, sizeof tests / sizeof *tests);
}
