# boot.s - the bootstrap: what a link sends first of all.
#
# The chip stores these bytes at MemStart and starts them at low priority, with Wptr at the first
# word behind them and Creg the address of the boot link's input channel (processor.md, 14.3). They
# bring the chip into a known state, take five words from the link (boot.c writes them), move
# what begins at `loader` out of the program's way, and continue there: packets to the program's
# place, zeros to its .bss, and off with Areg, Breg and Creg as they were. BYTES is the length of the
# chip's words.

	.equ	LENGTH, 0		# words of the workspace: length of a packet
	.equ	OLD_A, 1
	.equ	OLD_B, 2
	.equ	OLD_C, 3		# the boot link's input channel
	.equ	LOADER, 4		# the five words: where the loader goes
	.equ	TO, 5			# where the program, then its next packet goes
	.equ	BSS, 6			# what is to become zero
	.equ	NZEROS, 7		# so many words
	.equ	ENTRY, 8
	.equ	FRAME, 9
	.equ	BELOW, 5		# words below Wptr that a waiting process uses

	.equ	HEADER, 5 * BYTES
	.equ	NCHANNELS, 11		# 8 of the links, the event's, 2 heads of timer queues

	.global	BOOT_FRAME
	.equ	BOOT_FRAME, BYTES * (BELOW + FRAME)

start:
	ajw	BELOW
	stl	OLD_A
	stl	OLD_B
	stl	OLD_C
	mint
	sthf
	mint
	stlf
	clrhalterr
	testerr
	opr	TEST_FPU		# fptesterror, where there is something to test

	mint				# NotProcess into all channels; BSS serves as a pointer
	stl	BSS
	ldc	NCHANNELS
	stl	NZEROS
1:	mint
	ldl	BSS
	stnl	0
	ldl	BSS
	ldnlp	1
	stl	BSS
	ldl	NZEROS
	adc	-1
	stl	NZEROS
	ldl	NZEROS
	eqc	0
	cj	1b
	ldc	0
	sttimer

	ldlp	LOADER
	ldl	OLD_C
	ldc	HEADER
	in
	ldpi	loader
	ldl	LOADER
	ldc	loader_end - loader
	move
	ldlp	0
	ldl	LOADER
	ldc	NEW_FRAME
	sum
	ldc	BYTES * FRAME
	move
	ldl	LOADER
	ldc	NEW_FRAME
	sum
	gajw
	ldl	LOADER
	gcall

	.equ	NEW_FRAME, (loader_end - loader + BYTES - 1 & ~(BYTES - 1)) + BYTES * BELOW

loader:
	ldc	0			# a packet
	stl	LENGTH
	ldlp	LENGTH
	ldl	OLD_C
	ldc	1
	in
	ldl	LENGTH
	cj	.zero
	ldl	TO
	ldl	OLD_C
	ldl	LENGTH
	in
	ldl	TO
	ldl	LENGTH
	sum
	stl	TO
	j	loader
.zero:
	ldl	NZEROS
	cj	.go
	ldc	0
	ldl	BSS
	stnl	0
	ldl	BSS
	ldnlp	1
	stl	BSS
	ldl	NZEROS
	adc	-1
	stl	NZEROS
	j	.zero
.go:
	ldl	ENTRY			# ret takes Iptr from here, and leaves Wptr above the loader
	stl	0
	ldl	OLD_C
	ldl	OLD_B
	ldl	OLD_A
	ret
loader_end:
