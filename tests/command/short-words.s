# short-words.s - the root of a network: on link 2 is a node with words of 16 bits, on link 3 one with words of 32. It
# pokes and peeks the first, boots both, waits for their answers by an ALT and an in, and sends the host what it has got.
# The same source is for a root of either width.
	.equ	GOT, 2

	ajw	20
	ldc	0
	sttimer
	ldpi	poke			# to the node on link 2
	mint
	ldnlp	2
	ldc	5
	out
	ldpi	peek
	mint
	ldnlp	2
	ldc	3
	out
	ldlp	GOT
	mint
	ldnlp	6
	ldc	2
	in
	ldlp	GOT
	mint
	ldc	2
	out
	ldpi	child			# boot both
	mint
	ldnlp	2
	ldc	child_end - child
	out
	ldpi	child
	mint
	ldnlp	3
	ldc	child_end - child
	out
	alt				# the answer of the node on link 2
	mint
	ldnlp	6
	ldc	1
	enbc
	altwt
	mint
	ldnlp	6
	ldc	1
	ldc	0
	disc
	altend
	ldlp	GOT
	mint
	ldnlp	6
	ldc	2
	in
	ldlp	GOT
	mint
	ldc	2
	out
	ldlp	GOT			# and of that on link 3
	mint
	ldnlp	7
	ldc	2
	in
	ldlp	GOT
	mint
	ldc	2
	out
	ldtimer				# a wait, shorter than half of a clock of 16 bits
	adc	20
	tin
	ldtimer
	stl	GOT
	ldlp	GOT
	mint
	ldc	2
	out
	stopp

poke:	.byte	0, 0x00, 0x90, 0x34, 0x12
peek:	.byte	1, 0x00, 0x90
child:	.byte	child_end - child - 1
	ajw	20
	stl	1
	stl	2
	stl	3			# the input of the boot link
	ldc	123
	ldc	45
	mul
	stl	4
	ldlp	4
	ldl	3
	ldnlp	-4
	ldc	2
	out
	stopp
child_end:
