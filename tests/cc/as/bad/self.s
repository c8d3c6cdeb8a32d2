# Lengths that never settle.
a:	.space	(a - b) % 2 + 1
b:	.space	2 - (b - a)
	.space	(c - a) ^ 1
c:
