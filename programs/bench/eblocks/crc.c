/* crc.c - checksums of blocks of bytes, with a table and without. */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 2048, TIMES = 150 };

static uint32_t table[256];
static uint8_t block[SIZE];

static void
make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t sum = i;

		for (int bit = 0; bit < 8; bit++)
			sum = sum & 1 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
		table[i] = sum;
	}
}

static void
fill(uint32_t seed)
{
	for (int i = 0; i < SIZE; i++)
		block[i] = seed + i * i;
}

static uint32_t
crc_by_table(const uint8_t *v, int n)
{
	uint32_t sum = ~0u;

	while (n-- > 0)
		sum = sum >> 8 ^ table[(sum ^ *v++) & 0xFF];
	return ~sum;
}

static uint32_t
crc_by_bits(const uint8_t *v, int n)
{
	uint32_t sum = ~0u;

	while (n-- > 0) {
		sum ^= *v++;
		for (int bit = 0; bit < 8; bit++)
			sum = sum & 1 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
	}
	return ~sum;
}

int
main(void)
{
	uint32_t all = 0, different = 0;

	make_table();
	for (int i = 0; i < TIMES; i++) {
		fill(i);
		all ^= crc_by_table(block, SIZE);
		different += crc_by_bits(block, SIZE) != crc_by_table(block, SIZE);
	}
	printf("%u %u\n", all, different);
	return 0;
}
