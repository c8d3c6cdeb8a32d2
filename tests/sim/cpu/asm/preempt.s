# A high process takes over from a low one, and gives back all that it found.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	SUM, 0		# locals
	.equ	LEFT, 1
	.equ	LOOP, 2

	.bss
	.space	128
.high:	.space	160
.count:	.space	4
.ticking:
	.space	4
.found:	.space	40
.from:	.space	4096
.to:	.space	4096
	.text

_start:
	ajw	64		# room below for what waits and calls
	j	the_saved_words

# at: start a high process at the address in Areg, at once.
at:
	ldl	1
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	ret

the_saved_words:
	ldpi	.look
	ldpi	.high
	stnl	-1
	ldlp	0
	ldc	0x1234
	ldpi	.high
	runp
.interrupted:
	ldpi	.found
	ldnl	0		# Wdesc
	ldlp	0
	adc	LOW
	call	equal
	ldpi	.found
	ldnl	1
	ldpi	.interrupted
	call	equal
	ldpi	.found
	ldnl	2
	ldc	0x1234
	call	equal
	ldpi	.found
	ldnl	3
	ldlp	0
	call	equal
	j	the_stack_comes_back
.look:
	ldc	SAVE_WDESC
	ldpi	.found
	ldc	20
	move
	stopp

the_stack_comes_back:
	ldpi	.trample
	ldpi	.high
	stnl	-1
	ldc	0x1234
	ldc	0x5678
	ldpi	.high
	runp
	call	.compare
	j	what_the_high_process_finds_when_idle
.compare:
	ldl	1
	ldc	0x5678
	call	equal
	ldl	2
	ldc	0x1234
	call	equal
	ret
.trample:
	ldc	-1
	ldc	-2
	ldc	-3
	stopp

what_the_high_process_finds_when_idle:
	ldpi	.sleep_and_look
	call	at
	ldc	3
	call	wait
	ldpi	.found
	ldnl	0
	mint
	adc	1
	call	equal
	j	many_interrupts_leave_no_trace
.sleep_and_look:
	ldtimer
	adc	20
	tin
	j	.look

# A high process comes every 7 us, while low ones compute and move.
many_interrupts_leave_no_trace:
	ldc	1
	ldpi	.ticking
	stnl	0
	ldpi	.tick
	call	at
	ldc	0
	stl	SUM
	ldc	1000
	stl	LEFT
1:	ldl	SUM
	ldc	11
	ldc	-5
	sum
	rev
	sum
	ldc	3
	rev
	ldc	-3
	sum
	sum
	stl	SUM		# + 6
	ldl	LEFT
	adc	-1
	stl	LEFT
	ldl	LEFT
	eqc	0
	cj	1b
	ldl	SUM
	ldc	6000
	call	equal
it_did_come:
	ldpi	.count
	ldnl	0
	ldc	100
	gt
	ldc	1
	call	equal
	j	moves_are_interrupted
.tick:
	ldtimer
	adc	7
	tin
	ldpi	.ticking
	ldnl	0
	cj	.no_more
	ldpi	.count
	ldnl	0
	adc	1
	ldpi	.count
	stnl	0
	mint
	ldc	0x100
	ldc	77
	j	.tick
.no_more:
	stopp

moves_are_interrupted:
	ldc	4096
	stl	LOOP + 1
	ldc	0
	stl	LOOP
.fill:
	ldl	LOOP
	ldl	LOOP
	ldpi	.from
	bsub
	sb
	ldlp	LOOP
	ldc	1f - .fill
	lend
1:	ldpi	.count
	ldnl	0
	stl	LEFT
	ldpi	.from
	adc	1
	ldpi	.to
	adc	2
	ldc	4090
	move
	ldpi	.count
	ldnl	0
	ldl	LEFT
	diff
	ldc	10		# 100 us and more
	gt
	ldc	1
	call	equal
moved_rightly:
	ldc	0
	stl	LOOP
	ldc	4090
	stl	LOOP + 1
.compare2:
	ldpi	.to
	adc	2
	ldl	LOOP
	bsub
	lb
	ldl	LOOP
	adc	1
	ldc	255
	and
	call	equal
	ldlp	LOOP
	ldc	1f - .compare2
	lend
1:	ldpi	.to
	adc	1
	lb
	ldc	0
	call	equal
	ldpi	.to
	ldc	4092
	sum
	lb
	ldc	0
	call	equal

	ldc	0
	ldpi	.ticking
	stnl	0
	ldc	2
	call	wait

error_is_the_processs_own:
	ldpi	.set_error
	call	at
	testerr
	ldc	1
	call	equal
	ldpi	.take_error
	seterr
	call	at
	testerr
	ldc	0
	call	equal
	ldpi	.found
	ldnl	0
	ldc	0
	call	equal
	j	haltonerror_is_the_processs_own
.set_error:
	seterr
	stopp
.take_error:
	testerr
	ldpi	.found
	stnl	0
	testerr
	ldc	1
	call	equal
	stopp

haltonerror_is_the_processs_own:
	ldpi	.set_halt
	call	at
	testhalterr
	ldc	0
	call	equal
	sethalterr
	ldpi	.take_halt
	call	at
	testhalterr
	ldc	1
	call	equal
	clrhalterr
	call	passed
	stopp
.set_halt:
	sethalterr
	stopp
.take_halt:
	testhalterr
	ldc	1
	call	equal
	clrhalterr
	stopp
