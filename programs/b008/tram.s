# tram.s - the program of the slots behind the first: boots the next slot with itself over link 2,
# then executes the root's orders, which come down the pipeline.
#
#	down	the number of the slot (a word), once
#	down	an order, four words: slot, what, link, value
#	up	the reply, a word
#
# An order for another slot goes on to the next one. What it asks for:
#
#	0	echo: reply at once; when a word comes over the link, send it back, increased by
#		this slot's number
#	1	ping: send the value over the link; reply with the word that comes back, or SILENT
#		if none comes in time
#
# Workspace (words):
	.equ	IN, 1			# the input channel of the boot link
	.equ	SLOT, 2
	.equ	ORDER, 3		# its four words
	.equ	WHAT, 4
	.equ	LINK, 5
	.equ	VALUE, 6
	.equ	REPLY, 7
	.equ	TIME, 8
	.equ	I, 9
	.equ	OTHER, 20		# workspace of the process that uses a link meanwhile
	.equ	BELOW, 6		# words below Wptr

# That process's own words:
	.equ	CHANNEL, 1		# the link's output channel
	.equ	WORD, 2
	.equ	HERE, 3			# this slot's number

	.equ	INPUT, 4		# words from a link's output channel to its input channel
	.equ	NCHANNELS, 11
	.equ	NEXT, 2			# the link to the next slot
	.equ	LAST, 9			# the last slot
	.equ	TIMEOUT, 100		# ticks of 64 us
	.equ	SILENT, -1

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
	ldlp	SLOT
	ldl	IN
	ldc	4
	in
	ldl	SLOT
	stl	OTHER + HERE
	ldl	SLOT
	eqc	LAST
	eqc	0
	cj	order
	mint				# the next slot
	ldnlp	NEXT
	ldc	end - start
	outbyte
	ldpi	start
	mint
	ldnlp	NEXT
	ldc	end - start
	out
	mint
	ldnlp	NEXT
	ldl	SLOT
	adc	1
	outword

order:	ldlp	ORDER
	ldl	IN
	ldc	16
	in
	ldl	ORDER
	ldl	SLOT
	diff
	cj	mine
	ldlp	ORDER
	mint
	ldnlp	NEXT
	ldc	16
	out
	ldlp	REPLY
	mint
	ldnlp	NEXT + INPUT
	ldc	4
	in
reply:	ldl	IN
	ldnlp	-INPUT
	ldl	REPLY
	outword
	j	order

mine:	ldl	LINK
	mint
	wsub
	stl	OTHER + CHANNEL
	ldl	VALUE
	stl	OTHER + WORD
	ldl	WHAT
	cj	.echo
	ldc	sender - 1f
	ldlp	OTHER
	startp
1:	ldl	OTHER + CHANNEL
	ldnlp	INPUT
	stl	I
	ldtimer
	adc	TIMEOUT
	stl	TIME
	talt
	ldl	I
	ldc	1
	enbc
	ldl	TIME
	ldc	1
	enbt
	taltwt
	ldl	I
	ldc	1
	ldc	0
	disc
	ldl	TIME
	ldc	1
	ldc	silent - 1f
	dist
	altend
1:	ldlp	REPLY
	ldl	I
	ldc	4
	in
	j	reply
silent:	ldc	SILENT
	stl	REPLY
	j	reply
.echo:	ldc	echo - 1f
	ldlp	OTHER
	startp
1:	ldc	0
	stl	REPLY
	j	reply

echo:	ldlp	WORD
	ldl	CHANNEL
	ldnlp	INPUT
	ldc	4
	in
	ldl	WORD
	ldl	HERE
	sum
	stl	WORD
sender:	ldl	CHANNEL
	ldl	WORD
	outword
	stopp
end:
