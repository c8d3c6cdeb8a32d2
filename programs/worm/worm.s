# worm.s - a program that boots every node it can reach, and counts them.
#
# One boot block for any tree of nodes. A node takes its position from the link it was booted over,
# offers this same code to every other link, and gives those that take it the next positions: the
# node at 0 has the child 1; the node at p has the children 2p and 2p + 1, in the order of their
# links. A link that takes nothing within TIMEOUT is given up. Then positions go up the tree: the
# node's own, those of its subtrees, and END.
#
#	printf '\0\0\0\0' | trellis boot --raw --topo ubc75.topo --config btree_75 worm.btl | od -An -td4
#
# Workspace (words):
	.equ	IN, 1			# channels to and from where it all came from
	.equ	OUT, 2
	.equ	POSITION, 3
	.equ	NEXT, 4			# position of the next child
	.equ	LINK, 5			# output channel of the link that is tried
	.equ	DONE, 6			# soft channel: the link has taken everything
	.equ	NCHILDREN, 7
	.equ	CHILD, 8		# their input channels: up to 4 words
	.equ	WORD, 12
	.equ	I, 13
	.equ	OFFER, 20		# workspace of the process that offers the code
	.equ	BELOW, 6		# words below Wptr

	.equ	LINKS_END, 16		# bytes from the first link's output channel to the last's end
	.equ	INPUT, 4		# words from a link's output channel to its input channel
	.equ	NCHANNELS, 11
	.equ	TIMEOUT, 100		# ticks of 64 us
	.equ	END, -1

	.global	start
start:	ajw	BELOW
	stl	WORD
	stl	WORD
	stl	IN
	mint				# the queues are empty
	sthf
	mint
	stlf
	ldc	0
	stl	I
1:	mint				# NotProcess in all channels
	ldl	I
	mint
	wsub
	stnl	0
	ldl	I
	adc	1
	stl	I
	ldl	I
	eqc	NCHANNELS
	cj	1b
	ldc	0
	sttimer
	ldc	0
	stl	NCHILDREN
	ldl	IN
	ldnlp	-INPUT
	stl	OUT
	ldlp	POSITION
	ldl	IN
	ldc	4
	in
	ldl	POSITION
	dup
	sum
	ldl	POSITION
	eqc	0
	sum
	stl	NEXT

	mint
	stl	LINK
try:	ldl	LINK
	ldl	OUT
	diff
	cj	next
	mint
	stl	DONE
	ldc	offer - 1f
	ldlp	OFFER
	startp
1:	ldtimer
	adc	TIMEOUT
	stl	WORD
	talt
	ldlp	DONE
	ldc	1
	enbc
	ldl	WORD
	ldc	1
	enbt
	taltwt
	ldlp	DONE
	ldc	1
	ldc	0
	disc
	ldl	WORD
	ldc	1
	ldc	silent - taken
	dist
	altend
taken:	ldlp	WORD
	ldlp	DONE
	ldc	4
	in
	ldl	LINK
	ldnlp	INPUT
	ldl	NCHILDREN
	ldlp	CHILD
	wsub
	stnl	0
	ldl	NCHILDREN
	adc	1
	stl	NCHILDREN
	ldl	NEXT
	adc	1
	stl	NEXT
	j	next
silent:	ldl	LINK
	resetch
next:	ldl	LINK
	adc	4
	stl	LINK
	ldl	LINK
	mint
	diff
	eqc	LINKS_END
	cj	try

	ldl	OUT
	ldl	POSITION
	outword
	ldc	0
	stl	I
child:	ldl	I
	ldl	NCHILDREN
	diff
	cj	end
2:	ldlp	WORD
	ldl	I
	ldlp	CHILD
	wsub
	ldnl	0
	ldc	4
	in
	ldl	WORD
	eqc	END
	eqc	0
	cj	3f
	ldl	OUT
	ldl	WORD
	outword
	j	2b
3:	ldl	I
	adc	1
	stl	I
	j	child
end:	ldl	OUT
	ldc	END
	outword
	stopp

# The offering process: its Wptr is OFFER words above the other's.
offer:	ldl	LINK - OFFER
	ldc	code_end - start
	outbyte
	ldpi	start
	ldl	LINK - OFFER
	ldc	code_end - start
	out
	ldl	LINK - OFFER
	ldl	NEXT - OFFER
	outword
	ldlp	DONE - OFFER
	ldc	0
	outword
	stopp
code_end:
