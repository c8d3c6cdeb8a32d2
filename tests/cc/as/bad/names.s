	call	nowhere
	j	1f
	j	9b
f:	ret
f:	ret
	.equ	f, 3
	"open
	"q"	3
	.type	f, thing
	.global
	.entry	f
	.entry	f
