# relay.s - boots the nodes behind it from one stream, and counts them.
#
# What follows this block in a boot file is for its node: packets [link][length][bytes], which it
# passes on over that link, up to a byte END. So the stream of a node's whole subtree is this block,
# the streams of its children cut into packets, and END. Then each node sends up how many it and the
# nodes behind it are.
#
# Workspace (words):
	.equ	IN, 1			# channels to and from where it all came from
	.equ	OUT, 2
	.equ	LINK, 3
	.equ	LENGTH, 4
	.equ	COUNT, 5
	.equ	WORD, 6
	.equ	USED, 7			# for each link: something went over it
	.equ	BUFFER, 12
	.equ	BELOW, 6		# words below Wptr

	.equ	END, 255
	.equ	NLINKS, 4
	.equ	INPUT, 4		# words from a link's output channel to its input channel

	.global	start
start:	ajw	BELOW
	stl	IN
	stl	IN
	stl	IN
	ldl	IN
	ldnlp	-INPUT
	stl	OUT
	ldc	0
	stl	USED
	ldc	0
	stl	USED + 1
	ldc	0
	stl	USED + 2
	ldc	0
	stl	USED + 3
	ldc	0
	stl	LINK
	ldc	0
	stl	LENGTH

packet:	ldlp	LINK
	ldl	IN
	ldc	1
	in
	ldl	LINK
	eqc	END
	eqc	0
	cj	count
	ldlp	LENGTH
	ldl	IN
	ldc	1
	in
	ldlp	BUFFER
	ldl	IN
	ldl	LENGTH
	in
	ldc	1
	ldl	LINK
	ldlp	USED
	wsub
	stnl	0
	ldlp	BUFFER
	ldl	LINK
	mint
	wsub
	ldl	LENGTH
	out
	j	packet

count:	ldc	1
	stl	COUNT
	ldc	0
	stl	LINK
1:	ldl	LINK
	ldlp	USED
	wsub
	ldnl	0
	cj	2f
	ldlp	WORD
	ldl	LINK
	mint
	wsub
	ldnlp	INPUT
	ldc	4
	in
	ldl	COUNT
	ldl	WORD
	sum
	stl	COUNT
2:	ldl	LINK
	adc	1
	stl	LINK
	ldl	LINK
	eqc	NLINKS
	cj	1b
	ldl	OUT
	ldl	COUNT
	outword
	stopp
