# Branches to labels, forwards and backwards, and by distance.
start:	j	start
	j	.next
.next:	cj	.far
	call	start
	j	0
	j	5
	cj	-3
	call	0x100
	.space	237
.far:	j	. + 1		# the next instruction
	j	.far
1:	j	1f
1:	j	1b
	j	2f
	j	1b
2:	ret
# At the edge between lengths: 15 and 16 bytes forwards, 14 and 15 backwards.
	j	.a
	.space	15
.a:	j	.b
	.space	16
.b:
.c:	.space	14
	j	.c
.d:	.space	15
	j	.d
.e:	.space	254
	j	.e
.f:	.space	255
	j	.f
