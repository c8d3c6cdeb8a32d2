# Block moves onto themselves: words are copied upwards, each read when the one before it has been
# written. They are repeated until translated code executes them.
# chips: T414 T425 T800 T805
	.include "check.inc"

	.equ	ROUND, 0	# locals
	.equ	ROUNDS, 300

	.bss
.from:	.space	32
	.text

_start:
	ajw	64
	ldc	ROUNDS
	stl	ROUND

up_by_a_word_repeats_the_first:
	call	.fill
	ldpi	.from
	ldpi	.from
	adc	4
	ldc	27
	move
	ldpi	.from
	ldnl	1
	ldc	0x44332211
	call	equal
	ldpi	.from
	ldnl	6
	ldc	0x44332211
	call	equal
last_byte_is_left_alone:
	ldpi	.from
	ldnl	7
	ldc	0x60332211
	call	equal

up_by_two_words_repeats_two:
	call	.fill
	ldpi	.from
	ldpi	.from
	adc	8
	ldc	24
	move
	ldpi	.from
	ldnl	6
	ldc	0x44332211
	call	equal
	ldpi	.from
	ldnl	7
	ldc	0x48372615
	call	equal

up_by_five_bytes_repeats_five:
	call	.fill
	ldpi	.from
	ldpi	.from
	adc	5
	ldc	10
	move
	ldpi	.from
	ldnl	1
	ldc	0x33221115
	call	equal
	ldpi	.from
	ldnl	2
	ldc	0x22111544
	call	equal
	ldpi	.from
	ldnl	3
	ldc	0x50154433
	call	equal

down_copies_each_word:
	call	.fill
	ldpi	.from
	adc	4
	ldpi	.from
	ldc	28
	move
	ldpi	.from
	ldnl	0
	ldc	0x48372615
	call	equal
	ldpi	.from
	ldnl	6
	ldc	0x604F3E2D
	call	equal

up_by_a_byte_reads_whole_words:
	call	.fill
	ldpi	.from
	ldpi	.from
	adc	1
	ldc	6
	move
	ldpi	.from
	ldnl	0
	ldc	0x33221111
	call	equal
	ldpi	.from
	ldnl	1
	ldc	0x48261533
	call	equal

	ldl	ROUND
	adc	-1
	stl	ROUND
	ldl	ROUND
	eqc	0
	cj	up_by_a_word_repeats_the_first
	call	passed
	stopp

# .fill: word i is 0x44332211 + i * 0x04040404.
.fill:
	ajw	-3
	ldc	0
	stl	0
	ldc	8
	stl	1
	ldc	0x44332211
	stl	2
1:	ldl	2
	ldl	0
	ldpi	.from
	wsub
	stnl	0
	ldl	2
	ldc	0x04040404
	sum
	stl	2
	ldlp	0
	ldc	2f - 1b
	lend
2:	ajw	3
	ret
