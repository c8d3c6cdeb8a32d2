# Lengths that depend on each other.
# The second branch needs two bytes, and with it the first one, which fits into one otherwise.
	j	.near
	j	.far
	.space	14
.near:	.space	2
.far:	ret
# Backwards, over each other.
.a:	.space	12
.b:	j	.a
	j	.b
	j	.a
	cj	.b
# Differences, longer when what lies between is.
	ldc	.e - .a
	ldc	.a - .e
	.space	214
.e:	ret
# Brought nearer again by .align: filled with pfix 0.
	.align	32
	.space	15
	j	.g
	.align	32
.g:	ret
