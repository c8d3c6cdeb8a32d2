# .file and .loc make .debug_line.
	.file	1 "a.c"
	.file	3 "dir/b.c"
	.loc	1 10
f:	ldc	1
	ldc	1000
	.loc	1 11 5
	add
	.loc	3 200
	.space	300
	.loc	1 9
	ret
	.section .text.g
	.loc	1 20
	ret
	.section .debug_info
	.word	__debug_line
	.lines	other
	.file	1 "c.c"
	.text
	.loc	1 30
	ldc	2
	.lines	more
	.file	1 "d.c"
	.loc	1 40
	ldc	3
	.lines	other
	.loc	1 31
	ret
	.section .debug_info
	.word	other, more
