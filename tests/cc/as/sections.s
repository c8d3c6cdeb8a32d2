# Sections are put together by kind, in the order of their first mention.
	.data
	.word	0xd0
	.section .text.late
	ret
	.text
	ldc	1
	.section .rodata.str
	.asciz	"str"
	.section .debug_info
	.word	.debug_label, _start
.debug_label:
	.uleb	.debug_label
	.section .rodata
	.byte	7
	.section .data.more
	.byte	0xd1
	.section .text.late
_start:	ldc	2
	.bss
	.space	1
	.text
	ldc	3
