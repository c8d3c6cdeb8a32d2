# switches.s - two processes exchange words over two channels in memory: rendezvous and switches.
	.equ	THERE, 1		# channels, in the first process's workspace
	.equ	BACK, 2
	.equ	VALUE, 3
	.equ	OTHER, 20		# the other's workspace, words below the first
start:	ajw	40
	mint
	stl	THERE
	mint
	stl	BACK
	ldc	0
	stl	VALUE
	ldc	answer - 1f
	ldlp	-OTHER
	startp
1:	ldlp	THERE
	ldl	VALUE
	outword
	ldlp	VALUE
	ldlp	BACK
	ldc	4
	in
	j	1b
answer:	ldlp	VALUE
	ldlp	OTHER + THERE
	ldc	4
	in
	ldl	VALUE
	adc	1
	stl	VALUE
	ldlp	VALUE
	ldlp	OTHER + BACK
	ldc	4
	out
	j	answer
