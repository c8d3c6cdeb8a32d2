/*
 * embedded.c - the kinds of work in Embench, in kernels of our own: a checksum by table (CRC-32), a
 * digest (SHA-256, FIPS 180-4), a digital filter in fixed point, a search for a word in a text
 * (Horspool's). The expected results were computed by the host's programs.
 */
#include "bench.h"

#include <string.h>

enum { BLOCK = 1024, TAPS = 16 };

static uint8_t block[BLOCK];

static void
fill_block(void)
{
	uint32_t seed = 1;

	for (int i = 0; i < BLOCK; i++) {
		seed = seed * 1103515245 + 12345;
		block[i] = seed >> 16;
	}
}

/* ---- CRC-32 ---- */

static uint32_t crc_table[256];

static void
make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;

		for (int bit = 0; bit < 8; bit++)
			c = c & 1 ? c >> 1 ^ 0xEDB88320 : c >> 1;
		crc_table[i] = c;
	}
}

static int
checksum(uint32_t runs)
{
	uint32_t c = 0;

	fill_block();
	make_table();
	while (runs-- > 0) {
		c = ~0u;
		for (int i = 0; i < BLOCK; i++)
			c = crc_table[(c ^ block[i]) & 255] ^ c >> 8;
	}
	return ~c == 0x6a191f4e;
}

/* ---- SHA-256 ---- */

static const uint32_t rounds[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

static uint32_t
rotate_right(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

/* expand_block: the words of a block, then 48 made of them. */
static void
expand_block(uint32_t w[64], const uint8_t *bytes)
{
	for (int i = 0; i < 16; i++, bytes += 4)
		w[i] = (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
	for (int i = 16; i < 64; i++) {
		uint32_t x = w[i - 15], y = w[i - 2];

		w[i] = w[i - 16] + (rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3) + w[i - 7]
			+ (rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10);
	}
}

static void
digest_block(uint32_t h[8], const uint8_t *bytes)
{
	uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
	uint32_t w[64];

	expand_block(w, bytes);
	for (int i = 0; i < 64; i++) {
		uint32_t x = k + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25))
			+ (g ^ (e & (f ^ g))) + rounds[i] + w[i];
		uint32_t y = (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22))
			+ ((a & b) | (c & (a | b)));

		k = g, g = f, f = e, e = d + x, d = c, c = b, b = a, a = x + y;
	}
	h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += k;
}

static int
digest(uint32_t runs)
{
	static uint8_t last[64] = {0x80}; /* behind BLOCK bytes: a bit, and their number in bits */
	uint32_t h[8] = {0};

	fill_block();
	last[62] = 8 * BLOCK >> 8;
	while (runs-- > 0) {
		static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

		memcpy(h, start, sizeof h);
		for (int i = 0; i < BLOCK; i += 64)
			digest_block(h, block + i);
		digest_block(h, last);
	}
	return h[0] == 0x6aace50a && h[7] == 0x17fea439;
}

/* ---- filter ---- */

static int
filter(uint32_t runs)
{
	static const int16_t weight[TAPS] = {
		-12, 40, -97, 188, -330, 590, -1290, 5200, 5200, -1290, 590, -330, 188, -97, 40, -12};
	static int16_t in[BLOCK + TAPS], out[BLOCK];
	int32_t total = 0;

	fill_block();
	for (int i = 0; i < BLOCK; i++)
		in[i] = block[i] << 7;
	while (runs-- > 0)
		for (int i = 0; i < BLOCK; i++) {
			int32_t sum = 1 << 12;

			for (int k = 0; k < TAPS; k++)
				sum += in[i + k] * weight[k];
			out[i] = sum >> 13;
		}
	for (int i = 0; i < BLOCK; i++)
		total += (i + 1) * out[i];
	return total == -995898003;
}

/* ---- search ---- */

static const char *
find(const char *text, int n, const char *word, int m)
{
	uint8_t shift[256];

	memset(shift, m, sizeof shift);
	for (int i = 0; i < m - 1; i++)
		shift[(uint8_t)word[i]] = m - 1 - i;
	for (int at = 0; at <= n - m; at += shift[(uint8_t)text[at + m - 1]]) {
		int i = m - 1;

		while (i >= 0 && text[at + i] == word[i])
			i--;
		if (i < 0)
			return text + at;
	}
	return NULL;
}

static int
search(uint32_t runs)
{
	static const char words[] = "transputer occam channel link process ", word[] = "inmosoccam";
	static char text[BLOCK];
	int found = -1;

	for (int i = 0; i < BLOCK; i++)
		text[i] = words[i * 7 % (sizeof words - 1)];
	memcpy(text + BLOCK - 20, word, sizeof word - 1);
	while (runs-- > 0) {
		const char *at = find(text, BLOCK, word, sizeof word - 1);

		found = at ? at - text : -1;
	}
	return found == BLOCK - 20;
}

int
main(void)
{
	static const Benchmark b[] = {
		{"crc32", checksum, 10, BLOCK, "bytes"},
		{"sha256", digest, 2, BLOCK, "bytes"},
		{"filter", filter, 2, BLOCK, "samples"},
		{"search", search, 10, BLOCK, "bytes"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
