# calls.s - Fibonacci numbers by recursion, again and again.
	.equ	N, 20
	.equ	X, 3			# the argument: where call put Areg
start:	ajw	200
1:	ldc	N
	call	fib
	j	1b
fib:	ajw	-2
	ldc	2
	ldl	X
	gt
	cj	2f
	ldl	X
	j	3f
2:	ldl	X
	adc	-1
	call	fib
	stl	0
	ldl	X
	adc	-2
	call	fib
	ldl	0
	sum
3:	ajw	2
	ret
