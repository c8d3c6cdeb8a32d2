# Two-dimensional moves that high processes interrupt; their results when left alone are in the
# conformance data.
# chips: T425 T800 T805
	.include "check.inc"

	.equ	I, 0		# locals
	.equ	LEFT, 1
	.equ	BEFORE, 2

	.equ	WIDTH, 13
	.equ	ROWS, 100
	.equ	FROM_STRIDE, 17
	.equ	TO_STRIDE, 19

	.bss
	.space	128
.high:	.space	160
.count:	.space	4
.going:	.space	4
.from:	.space	2048
.to:	.space	2048
	.text

_start:
	ajw	64		# room below for what waits and calls
	ldc	0
	stl	I
	ldc	2048
	stl	LEFT
.fill:
	ldl	I
	ldc	7
	and
	ldl	I
	ldpi	.from
	bsub
	sb
	ldlp	I
	ldc	1f - .fill
	lend
1:	ldc	1
	ldpi	.going
	stnl	0
	ldpi	.tick
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp

move2dall_interrupted:
	ldpi	.count
	ldnl	0
	stl	BEFORE
	ldc	FROM_STRIDE
	ldc	TO_STRIDE
	ldc	ROWS
	move2dinit
	ldpi	.from
	ldpi	.to
	ldc	WIDTH
	move2dall
	call	.interrupted
	ldc	0
	stl	I
	ldc	ROWS * TO_STRIDE
	stl	LEFT
.all:
	call	.source
	stl	3
	call	.got
	ldl	3
	call	equal
	ldlp	I
	ldc	1f - .all
	lend
1:

move2dnonzero_interrupted:
	call	.all_ones
	ldpi	.count
	ldnl	0
	stl	BEFORE
	ldc	FROM_STRIDE
	ldc	TO_STRIDE
	ldc	ROWS
	move2dinit
	ldpi	.from
	ldpi	.to
	ldc	WIDTH
	move2dnonzero
	call	.interrupted
	ldc	0
	stl	I
	ldc	ROWS * TO_STRIDE
	stl	LEFT
.nonzero:
	call	.source
	stl	3
	ldl	3
	cj	1f
	call	.got
	ldl	3
	call	equal
	j	2f
1:	call	.got
	ldc	255
	call	equal
2:	ldlp	I
	ldc	3f - .nonzero
	lend
3:

move2dzero_interrupted:
	call	.all_ones
	ldpi	.count
	ldnl	0
	stl	BEFORE
	ldc	FROM_STRIDE
	ldc	TO_STRIDE
	ldc	ROWS
	move2dinit
	ldpi	.from
	ldpi	.to
	ldc	WIDTH
	move2dzero
	call	.interrupted
	ldc	0
	stl	I
	ldc	ROWS * TO_STRIDE
	stl	LEFT
.zero:
	call	.inside
	cj	1f
	call	.source
	cj	2f
1:	call	.got
	ldc	255
	call	equal
	j	3f
2:	call	.got
	ldc	0
	call	equal
3:	ldlp	I
	ldc	4f - .zero
	lend
4:	ldc	0
	ldpi	.going
	stnl	0
	ldc	2
	call	wait

no_rows_move_nothing:
	call	.all_ones
	ldc	1
	ldc	1
	ldc	0
	move2dinit
	ldpi	.from
	ldpi	.to
	ldc	WIDTH
	move2dall
	ldpi	.to
	ldnl	0
	ldc	-1
	call	equal
no_width_moves_nothing:
	ldc	1
	ldc	1
	ldc	5
	move2dinit
	ldpi	.from
	ldpi	.to
	ldc	0
	move2dall
	ldpi	.to
	ldnl	0
	ldc	-1
	call	equal
	call	passed
	stopp

.tick:
	ldtimer
	adc	6
	tin
	ldpi	.count
	ldnl	0
	adc	1
	ldpi	.count
	stnl	0
	mint
	mint
	mint
	ldpi	.going
	ldnl	0
	eqc	0
	cj	.tick
	stopp

# In all of these the caller's I is at 4 + I.
# .interrupted: the move has been interrupted several times since BEFORE was counted.
.interrupted:
	ldpi	.count
	ldnl	0
	ldl	4 + BEFORE
	diff
	ldc	5
	gt
	ldc	1
	call	equal
	ret
# .got: byte I of the destination.
.got:
	ldl	4 + I
	ldpi	.to
	bsub
	lb
	ret
# .inside: does byte I of the destination lie within a row's width?
.inside:
	ldc	WIDTH
	ldl	4 + I
	ldc	TO_STRIDE
	rem
	gt
	ret
# .source: the byte that belongs to byte I of the destination; 0 outside.
.source:
	ldl	4 + I
	stl	1
	ldc	WIDTH
	ldl	1
	ldc	TO_STRIDE
	rem
	stl	2
	ldl	2
	gt
	cj	1f
	ldl	1
	ldc	TO_STRIDE
	div
	ldc	FROM_STRIDE
	prod
	ldl	2
	sum
	ldc	7
	and
	ret
1:	ldc	0
	ret
.all_ones:
	ajw	-2
	ldc	0
	stl	0
	ldc	512
	stl	1
1:	ldc	-1
	ldl	0
	ldpi	.to
	wsub
	stnl	0
	ldlp	0
	ldc	2f - 1b
	lend
2:	ajw	2
	ret
