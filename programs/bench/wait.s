# wait.s - a node that computes, and listens: two high processes wait for messages of 16 bytes.
#
# Linked with compute.s, which is entered at `compute`.
	.equ	NBYTES, 16
	.equ	IN0, 4			# words from MostNeg to link 0's input channel
	.equ	IN2, 6
	.equ	LISTEN0, 24		# workspaces, words above this one
	.equ	LISTEN2, 40
	.equ	CHANNEL, 1
	.equ	BUFFER, 2

start:	ajw	8
	mint
	ldnlp	IN0
	stl	LISTEN0 + CHANNEL
	mint
	ldnlp	IN2
	stl	LISTEN2 + CHANNEL
	ldpi	listen
	stl	LISTEN0 - 1
	ldlp	LISTEN0
	runp
	ldpi	listen
	stl	LISTEN2 - 1
	ldlp	LISTEN2
	runp
	ajw	80
	j	compute
listen:	ldlp	BUFFER
	ldl	CHANNEL
	ldc	NBYTES
	in
	j	listen
