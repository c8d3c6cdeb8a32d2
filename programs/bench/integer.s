# integer.s - a plain loop: sums, a product's table step, a loop count.
start:	ajw	16
	ldc	0
	stl	1
	stl	2
	ldc	0
	stl	3
1:	ldl	1
	adc	1
	stl	1
	ldl	2
	ldl	1
	sum
	stl	2
	ldl	3
	ldl	2
	xor
	stl	3
	j	1b
