# state.s - tells over the boot link in what state a program begins: eight words. BYTES is the
# length of a word, LAST the word at the end of what is initialised.
	.equ	BELOW, 20		# more than a waiting process uses
	.equ	OLD_C, 1
	.equ	AT, 2
	.equ	COUNT, 3
	.equ	SUM, 4
	.equ	CHANNELS, 11

	.section .rodata
	.asciz	"code does not begin here"
	.text
	.asciz	"nor here"
_start:
	ajw	BELOW
	stl	SUM
	stl	SUM
	stl	OLD_C
	ldl	OLD_C			# 0: the boot link's input channel
	ldpi	answer
	stnl	0

	ldlp	-BELOW			# 1: room above the image, 1 if there is
	ldpi	__image_end
	rev
	gt
	eqc	0
	ldpi	answer
	stnl	1

	ldc	0			# 2: sum of all of .bss
	stl	SUM
	ldpi	__bss_start
	stl	AT
	ldc	(__bss_end - __bss_start) / BYTES
	stl	COUNT
1:	ldl	AT
	ldnl	0
	ldl	SUM
	or
	stl	SUM
	ldl	AT
	ldnlp	1
	stl	AT
	ldl	COUNT
	adc	-1
	stl	COUNT
	ldl	COUNT
	eqc	0
	cj	1b
	ldl	SUM
	ldpi	answer
	stnl	2

	ldc	0			# 3: channels that are not empty
	stl	SUM
	mint
	stl	AT
	ldc	CHANNELS
	stl	COUNT
2:	ldl	AT
	ldnl	0
	mint
	diff
	eqc	0
	eqc	0
	ldl	SUM
	sum
	stl	SUM
	ldl	AT
	ldnlp	1
	stl	AT
	ldl	COUNT
	adc	-1
	stl	COUNT
	ldl	COUNT
	eqc	0
	cj	2b
	ldl	SUM
	ldpi	answer
	stnl	3

	testerr				# 4: 1 if Error was clear
	ldpi	answer
	stnl	4
	ldpri				# 5: priority
	ldpi	answer
	stnl	5
	ldpi	last			# 6: the last initialised word has come
	ldnl	0
	ldpi	answer
	stnl	6
	ldtimer				# 7: 1 if the clock runs: it comes to the next tick
	adc	1
	tin
	ldc	1
	ldpi	answer
	stnl	7

	ldpi	answer
	ldl	OLD_C
	ldnlp	-4
	ldc	8 * BYTES
	out
	stopp

	.data
answer:	.space	8 * BYTES, 0xee
	.space	700, 0x33		# more than two packets
last:	.word	LAST
	.bss
	.space	1000
