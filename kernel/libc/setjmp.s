# setjmp.s - setjmp and longjmp: the return address and the workspace of the call of setjmp.
#
# jmp_buf: word 0 the return address, word 1 the Wptr that setjmp had. Everything else that the
# caller needs is in its workspace.

	.global	setjmp, longjmp
	.type	setjmp, function
setjmp:
	ldl	0
	ldl	2
	stnl	0
	ldlp	0
	ldl	2
	stnl	1
	ldc	0
	ret

	.type	longjmp, function
longjmp:
	ldl	3			# the value; 0 becomes 1
	eqc	0
	ldl	3
	bsub
	ldl	2			# the return address, where setjmp had it
	ldnl	0
	ldl	2
	ldnl	1
	stnl	0
	ldl	2
	ldnl	1
	gajw
	rev
	ret
