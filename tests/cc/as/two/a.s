	.global	f, g
f:	ret
g = 3
hidden:	ret
