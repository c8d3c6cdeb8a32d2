# loops.s - the inner loops of loops.c by hand: what has to change in memory changes there, what can stay in a
# register does. The words of the workspace at the entry: 0 the return address, 1 gsb, 2, 3, ... the arguments; only 2
# and 3 may be changed. Wptr goes down by the words of a loop's own variables.

# float dot_by_hand(const float *a, const float *b, int n): the sum is in FAreg all the time. So the loop closes by cj:
# at a j another process could get the floating-point registers.
	.global	dot_by_hand
dot_by_hand:
	ajw	-1
	ldl	5
	ldl	3
	wsub
	stl	0		# the end of a
	fpldzerosn
	ldl	5
	cj	9f		# no terms
1:	ldl	3
	fpldnlsn
	ldl	4
	fpldnlmulsn
	fpadd
	ldl	4
	ldnlp	1
	stl	4
	ldl	3
	ldnlp	1
	dup
	stl	3
	ldl	0
	diff
	eqc	0
	cj	1b
9:	ajw	1
	ret

# int length_by_hand(const char *s)
	.global	length_by_hand
length_by_hand:
	ajw	-1
	ldl	3
	adc	-1
	stl	0
1:	ldl	0
	adc	1
	dup
	stl	0
	lb
	cj	2f
	j	1b
2:	ldl	0
	ldl	3
	diff
	ajw	1
	ret

# void mark_by_hand(char *first, const char *end, int step)
	.global	mark_by_hand
mark_by_hand:
1:	ldc	1
	ldl	2
	sb
	ldl	3
	ldl	2
	ldl	4
	bsub
	dup
	stl	2
	gt
	cj	2f
	j	1b
2:	ret
