# memory.s - walks over 1 MB of external memory: load, add, store.
	.equ	SIZE, 0x100000		# bytes
	.equ	P, 1
	.equ	COUNT, 2
	.equ	BASE, 0x80100000
start:	ajw	16
1:	ldc	BASE
	stl	P
	ldc	SIZE / 8
	stl	COUNT
2:	ldl	P
	ldnl	0
	ldl	P
	ldnl	1
	sum
	ldl	P
	stnl	0
	ldl	P
	ldnlp	2
	stl	P
	ldl	COUNT
	adc	-1
	stl	COUNT
	ldl	COUNT
	eqc	0
	cj	2b
	j	1b
