	.bss
	.space	60 << 20
	.space	1 << 20
	.space	4 << 20
