# Addresses: position-independent in code, relocated in data, constants where they are differences.
	.equ	SIZE, .end - .begin
	.text
_start:	ldpi	.begin
	ldpi	buffer + 8
	ldpi	_start
	ldc	SIZE
	ldc	(.end - .begin) / 4
	ldnlp	(second - first) >> 2
	ldc	__data_start - __code_start
	ldc	__bss_end - __bss_start
	ldc	__image_end - __code_end
	.section .rodata
.begin:	.word	1, 2, 3
.end:
	.data
first:	.word	.begin, .end - 1, second, _start
second:	.word	second - first
	.word	first + 4 * SIZE
	.bss
	.align	64
buffer:	.space	16
