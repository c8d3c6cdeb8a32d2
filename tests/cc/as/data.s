# Data directives.
	.data
	.byte	1, -1, 255, 'a', '\n', '\x41', '\'', ' '
	.half	1, -2, 65535
	.word	1, -2, 0xffffffff, 1 << 31
	.quad	1, -2, 0xffffffffffffffff
	.float	1.5, -2e-3, 0x1.8p4, inf, -inf, 0.1, 16777217
	.double	1.5, 0.1, 1e308, -0.0
	.uleb	0, 127, 128, 624485
	.sleb	0, 63, 64, -64, -65, -123456
	.uleb	.begin - . + 100
	.sleb	. - .begin
	.ascii	"abc", "d\te"
	.asciz	"x\0y", "", "semi;colon # no comment"
.begin:	.align	8
	.space	3
	.space	5, 0x55
	.space	16 - (. - .begin) % 16, -1
	.align	1
	.text
	ret
	.align	4		# filled with instructions that do nothing
	ret
