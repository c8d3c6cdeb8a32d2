	.equ	x, y + 1
	.equ	y, x
	ldc	x
	.equ	z, z
	.word	z
