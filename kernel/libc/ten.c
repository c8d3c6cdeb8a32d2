/*
 * ten.c - numbers times powers of ten, to 128 bits.
 *
 * 10^q is 5^q times a power of two, and 5^q is a product of one of `large` and one of `small`. Both
 * are cut, not rounded, so that the product is never too large.
 */
#include "ten.h"

enum {
	STEP = 28,         /* powers of 5 from one of `large` to the next */
	LOG2_5 = 1217359, /* log2(5), in units of 2^-19 */
	LOG2_5_BITS = 19,
	LOG10_2 = 315653, /* log10(2), in units of 2^-20 */
	LOG10_2_BITS = 20,
};

/* 5^0 to 5^27, exactly, with their upper bit in bit 63. */
static const uint64_t small[STEP] = {
	0x8000000000000000, 0xA000000000000000, 0xC800000000000000, 0xFA00000000000000,
	0x9C40000000000000, 0xC350000000000000, 0xF424000000000000, 0x9896800000000000,
	0xBEBC200000000000, 0xEE6B280000000000, 0x9502F90000000000, 0xBA43B74000000000,
	0xE8D4A51000000000, 0x9184E72A00000000, 0xB5E620F480000000, 0xE35FA931A0000000,
	0x8E1BC9BF04000000, 0xB1A2BC2EC5000000, 0xDE0B6B3A76400000, 0x8AC7230489E80000,
	0xAD78EBC5AC620000, 0xD8D726B7177A8000, 0x878678326EAC9000, 0xA968163F0A57B400,
	0xD3C21BCECCEDA100, 0x84595161401484A0, 0xA56FA5B99019A5C8, 0xCECB8F27F4200F3A,
};

/* 5^-364, 5^-336, ... 5^336, with their upper bit in bit 127. */
static const uint64_t large[][2] = {
	{0xE1AFA13AFBD14D6D, 0x82189C09A3A1EC21},
	{0xE3E27A444D8D98B7, 0xFD1B1B2308169B25},
	{0xE61ACF033D1A45DF, 0x6FB92487298E33BD},
	{0xE858AD248F5C22C9, 0xD1B3400F8F9CFF68},
	{0xEA9C227723EE8BCB, 0x465E15A979C1CADC},
	{0xECE53CEC4A314EBD, 0xA4F8BF5635246428},
	{0xEF340A98172AACE4, 0x86FB897116C87C34},
	{0xF18899B1BC3F8CA1, 0xDC44E6C3CB279AC1},
	{0xF3E2F893DEC3F126, 0x5A89DBA3C3EFCCFA},
	{0xF64335BCF065D37D, 0x4D4617B5FF4A16D5},
	{0xF8A95FCF88747D94, 0x75A44C6397CE912A},
	{0xFB158592BE068D2E, 0xEED6E2F0F0D56712},
	{0xFD87B5F28300CA0D, 0x8BCA9D6E188853FC},
	{0x8000000000000000, 0x0000000000000000},
	{0x813F3978F8940984, 0x4000000000000000},
	{0x82818F1281ED449F, 0xBFF8F10E7A8921A4},
	{0x83C7088E1AAB65DB, 0x792667C6DA79E0FA},
	{0x850FADC09923329E, 0x03E2CF6BC604DDB0},
	{0x865B86925B9BC5C2, 0x0B8A2392BA45A9B2},
	{0x87AA9AFF79042286, 0x90FB44D2F05D0842},
	{0x88FCF317F22241E2, 0x441FECE3BDF81F03},
	{0x8A5296FFE33CC92F, 0x82BD6B70D99AAA6F},
	{0x8BAB8EEFB6409C1A, 0x1AD089B6C2F7548E},
	{0x8D07E33455637EB2, 0xDB0B487B6423E1E8},
	{0x8E679C2F5E44FF8F, 0x570F09EAA7EA7648},
	{0x8FCAC257558EE4E6, 0x213A4F0AA5E8A7B1},
};

const uint32_t __tens[10] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
};

/*
 * multiply: the product of a, which has n words, and b; it has n + 2 words. Numbers have their
 * lowest word first.
 */
static inline void
multiply(uint32_t *product, const uint32_t *a, int n, uint64_t b)
{
	uint32_t low = b, high = b >> 32, carry = 0;
	uint64_t x;

	for (int i = 0; i < n; i++) {
		x = (uint64_t)a[i] * low + carry;
		product[i] = x;
		carry = x >> 32;
	}
	product[n] = carry;
	carry = 0;
	for (int i = 0; i < n; i++) {
		x = (uint64_t)a[i] * high + product[i + 1];
		x += carry;
		product[i + 1] = x;
		carry = x >> 32;
	}
	product[n + 1] = carry;
}

/*
 * upper_words: the upper four words of a product of n words whose factors have their upper bits
 * set, with its upper bit set; *exponent counts the bit by which it may have to be shifted.
 */
static inline Wide
upper_words(const uint32_t *product, int n, int exponent)
{
	Wide x = {
		.high = (uint64_t)product[n - 1] << 32 | product[n - 2],
		.low = (uint64_t)product[n - 3] << 32 | product[n - 4],
		.exponent = exponent,
	};

	if (product[n - 1] >> 31)
		return x;
	x.high = x.high << 1 | x.low >> 63;
	x.low <<= 1;
	if (n > 4)
		x.low |= product[n - 5] >> 31;
	x.exponent--;
	return x;
}

/* five_exponent: the exponent of 5^power, its upper bit in bit 63, times 2^power. */
static inline int
five_exponent(int power)
{
	return (power * LOG2_5 >> LOG2_5_BITS) + power - 63; /* log2(5^power) is cut */
}

Wide
__ten_times(uint64_t m, int power)
{
	int shift = __builtin_clzll(m), i = (power - TEN_LEAST) / STEP;
	int exponent = five_exponent(power) - shift;
	uint64_t factor = small[power - TEN_LEAST - i * STEP];
	const uint64_t *from = large[i];
	uint32_t a[4] = {factor, factor >> 32}, product[6];
	Wide five;

	m <<= shift;
	if (power >= 0 && power < STEP) {
		multiply(product, a, 2, m);
		return upper_words(product, 4, exponent);
	}
	multiply(product, (uint32_t[]){from[1], from[1] >> 32, from[0], from[0] >> 32}, 4, factor);
	five = upper_words(product, 6, 0);
	multiply(product, (uint32_t[]){five.low, five.low >> 32, five.high, five.high >> 32}, 4, m);
	return upper_words(product, 6, exponent);
}

/*
 * first_word_pair: the upper 64 bits of a * b, nearly: the product of the lower words is left out. The
 * upper bits of a and b are set, and so is the result's; *exponent counts the bit by which it may
 * have to be shifted.
 */
static inline uint64_t
first_word_pair(uint64_t a, uint64_t b, int *exponent)
{
	uint64_t x = (a >> 32) * (uint32_t)b, y = (b >> 32) * (uint32_t)a + (uint32_t)x;
	uint64_t z = (a >> 32) * (b >> 32) + (x >> 32);

	z += y >> 32;
	if (z >> 63)
		return z;
	--*exponent;
	return z << 1 | (uint32_t)y >> 31;
}

uint64_t
__ten_first(uint64_t m, int power, int *exponent)
{
	int shift = __builtin_clzll(m), i = (power - TEN_LEAST) / STEP, unused;
	uint64_t factor = small[power - TEN_LEAST - i * STEP];
	uint64_t five = first_word_pair(large[i][0], factor, &unused);

	*exponent = five_exponent(power) - shift + 64;
	return first_word_pair(five, m << shift, exponent);
}

int
__ten_below(int exponent)
{
	return exponent * LOG10_2 >> LOG10_2_BITS;
}
