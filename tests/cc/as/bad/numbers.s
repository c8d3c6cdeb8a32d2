	ldc	1 / 0
	ldc	1 % 0
	ldc	1 << 64
	ldc	1 >> -1
	ldc	1 << 40
	ldc	0x80000000 + 0x80000000
	ldc	-0x80000001
	.float	1.x
	.double	.
	.byte	late / zero
	.equ	zero, 0
