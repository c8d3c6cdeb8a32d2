# bootstrap.s - the first bytes of a boot stream (kernel/include/border.h), as a reset node takes them.
#
# The chip stores them at MemStart and starts them at low priority, with Wptr at the first word behind
# them and Creg the address of the boot link's input channel (processor.md, 14.3). They bring the chip
# into a known state, take the loader to LOADER_BASE and call it:
#
#	loader_main(link, block)
#
# block points to what it needs to send all this on: the three words BOOTSTRAP, SIZE, ENTRY.

	.equ	LOADER_BASE, 0x80000100
	.equ	WORKSPACE, 0x80000FC0	# the top of the memory on the chip
	.equ	NCHANNELS, 11		# 8 of the links, the event's, 2 heads of timer queues

	.equ	BOOTSTRAP, 0		# words of the workspace: bytes of the bootstrap
	.equ	SIZE, 1			# of struct BootLoader: bytes of the loader
	.equ	ENTRY, 2		# ... and its entry
	.equ	LINK, 3
	.equ	AT, 4
	.equ	LEFT, 5

start:
	stl	0			# Areg and Breg tell of an Analyse; nobody asks
	stl	0
	ldc	WORKSPACE		# over the link in Breg
	gajw
	stl	0
	stl	LINK
	mint
	sthf
	mint
	stlf
	clrhalterr
	testerr
	fptesterror

	mint				# NotProcess into all channels
	stl	AT
	ldc	NCHANNELS
	stl	LEFT
1:	mint
	ldl	AT
	stnl	0
	ldl	AT
	ldnlp	1
	stl	AT
	ldl	LEFT
	adc	-1
	stl	LEFT
	ldl	LEFT
	eqc	0
	cj	1b
	ldc	0
	sttimer

	ldc	end - start
	stl	BOOTSTRAP
	ldlp	SIZE
	ldl	LINK
	ldc	8
	in
	ldc	LOADER_BASE
	ldl	LINK
	ldl	SIZE
	in
	ldlp	BOOTSTRAP		# block
	ldl	LINK
	ldc	0			# gsb: the loader has no data
	call	2f
2:	ldl	4 + ENTRY
	gcall
end:
