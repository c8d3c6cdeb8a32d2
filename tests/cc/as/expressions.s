# Operators, their precedence, and bases.
	.equ	LATE, EARLY * 2
	EARLY = 21
	.data
	.word	1 + 2 * 3, (1 + 2) * 3, 10 - 3 - 2, 100 / 7, 100 % 7, -7 / 2, -7 % 2
	.word	1 << 4 | 1, 6 & 3 ^ 1, ~0, -EARLY, LATE, - - 5, +5, ~ 5 & 0xff
	.word	0x1f, 0b101, 0o17, 1 << 2 + 1, -1 >> 1, 0x80000000 >> 4
	.word	LATE-EARLY, 3-2, 'a' + 1
	.quad	1 << 63, 0x7fffffffffffffff + 1
	.equ	"a name", 7
	.word	"a name" * 2
