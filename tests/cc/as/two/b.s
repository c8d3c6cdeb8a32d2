	.global	f
f:	call	g
	call	hidden
	.global	h
	call	h
