	.section .debug_x
	ldc	1
	.bss
	.space	3, 1
	ldc	1
	.data
	.loc	1 1
	.text
	.loc	1 1
	.file	1 "a"
	.file	1 "b"
	.file	0 "b"
	.align	3
	.align	8192
	.align	late
	late = 4
	.chip	T900
	.chip	T800
	.chip	T805
	.base	3
