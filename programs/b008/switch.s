# switch.s - the program of a B008's T222: sets the C004 on its link 3 as the root asks over the
# boot link, and reports the circuits that the C004 then has.
#
#	from the root	n (16 bits), then n pairs of ports to be joined, a byte each
#	to the root	32 bytes: the C004's reply to an enquiry about each output
#
# The C004 is reset before each setting, and the root may ask for any number of settings.
#
# Workspace (words):
	.equ	IN, 1			# the input channel of the boot link
	.equ	LEFT, 2			# pairs that follow
	.equ	PAIR, 3
	.equ	PORT, 4
	.equ	REPLY, 5
	.equ	BELOW, 6		# words below Wptr

	.equ	INPUT, 4		# words from a link's output channel to its input channel
	.equ	NCHANNELS, 11
	.equ	NPORTS, 32
	.equ	CONFIG, 3		# the link that leads to the C004

	.equ	JOIN, 1			# commands of the C004
	.equ	ENQUIRE, 2
	.equ	END, 3
	.equ	RESET, 4

	.chip	T222
	.global	start
start:	ajw	BELOW
	stl	IN
	stl	IN
	stl	IN
	mint				# the queues are empty
	sthf
	mint
	stlf
	ldc	0
	stl	PORT
1:	mint				# NotProcess in all channels
	ldl	PORT
	mint
	wsub
	stnl	0
	ldl	PORT
	adc	1
	stl	PORT
	ldl	PORT
	eqc	NCHANNELS
	cj	1b

setting:
	ldlp	LEFT
	ldl	IN
	ldc	2
	in
	mint
	ldnlp	CONFIG
	ldc	RESET
	outbyte
join:	ldl	LEFT
	cj	joined
	ldlp	PAIR
	ldl	IN
	ldc	2
	in
	mint
	ldnlp	CONFIG
	ldc	JOIN
	outbyte
	ldlp	PAIR
	mint
	ldnlp	CONFIG
	ldc	2
	out
	ldl	LEFT
	adc	-1
	stl	LEFT
	j	join
joined:	mint
	ldnlp	CONFIG
	ldc	END
	outbyte

	ldc	0
	stl	PORT
1:	mint
	ldnlp	CONFIG
	ldc	ENQUIRE
	outbyte
	mint
	ldnlp	CONFIG
	ldl	PORT
	outbyte
	ldlp	REPLY
	mint
	ldnlp	CONFIG + INPUT
	ldc	1
	in
	ldlp	REPLY
	ldl	IN
	ldnlp	-INPUT
	ldc	1
	out
	ldl	PORT
	adc	1
	stl	PORT
	ldl	PORT
	eqc	NPORTS
	cj	1b
	j	setting
