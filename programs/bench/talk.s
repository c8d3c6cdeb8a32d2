# talk.s - a node that computes and talks: high processes send and receive all the time.
#
# Links 0 and 2 of a chain. Linked with the code that is entered at `compute`.
	.equ	NBYTES, 256
	.equ	OUT0, 0			# words from MostNeg
	.equ	OUT2, 2
	.equ	IN0, 4
	.equ	IN2, 6
	.equ	STEP, 80		# words of a workspace
	.equ	FIRST, 40
	.equ	CHANNEL, 1
	.equ	BUFFER, 2

start:	ajw	8
	mint
	ldnlp	OUT0
	stl	FIRST + CHANNEL
	mint
	ldnlp	OUT2
	stl	FIRST + STEP + CHANNEL
	mint
	ldnlp	IN0
	stl	FIRST + 2 * STEP + CHANNEL
	mint
	ldnlp	IN2
	stl	FIRST + 3 * STEP + CHANNEL
	ldpi	send
	stl	FIRST - 1
	ldlp	FIRST
	runp
	ldpi	send
	stl	FIRST + STEP - 1
	ldlp	FIRST + STEP
	runp
	ldpi	listen
	stl	FIRST + 2 * STEP - 1
	ldlp	FIRST + 2 * STEP
	runp
	ldpi	listen
	stl	FIRST + 3 * STEP - 1
	ldlp	FIRST + 3 * STEP
	runp
	ajw	400
	j	compute
send:	ldlp	BUFFER
	ldl	CHANNEL
	ldc	NBYTES
	out
	j	send
listen:	ldlp	BUFFER
	ldl	CHANNEL
	ldc	NBYTES
	in
	j	listen
