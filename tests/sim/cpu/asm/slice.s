# Timeslices: 1.024 ms is 16 ticks of the low clock; j and lend give way, nothing else does.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	PERIOD, 16
	.equ	LOOP, 0

	.bss
	.space	128
.one:	.space	160
.two:	.space	160
.high:	.space	160
.high2:	.space	16
.running:	# which of the two runs
	.space	4
.since:		# since when
	.space	4
.shortest:
	.space	4
.longest:
	.space	4
.changes:
	.space	4
.stop:
	.space	4
	.text

_start:
	ajw	64		# room below for what waits and calls
	j	j_gives_way

# turn: the process whose number is in Areg runs; look how long the other has.
turn:
	ldpi	.running
	ldnl	0
	ldl	1
	diff
	cj	.no_change
	ajw	-1
	ldtimer
	ldpi	.since
	ldnl	0
	diff
	stl	0
	ldpi	.changes
	ldnl	0
	adc	1
	ldpi	.changes
	stnl	0
	ldpi	.changes	# the first two show no whole run
	ldnl	0
	ldc	2
	gt
	cj	.recorded
	ldpi	.shortest
	ldnl	0
	ldl	0
	gt
	cj	1f
	ldl	0
	ldpi	.shortest
	stnl	0
1:	ldl	0
	ldpi	.longest
	ldnl	0
	gt
	cj	.recorded
	ldl	0
	ldpi	.longest
	stnl	0
.recorded:
	ldtimer
	ldpi	.since
	stnl	0
	ldl	2
	ldpi	.running
	stnl	0
	ajw	1
	ret
.no_change:
	ret

# lengths: wait for half a second's hundredth part, then judge the lengths of the runs.
lengths:
	ajw	-1
	ldc	300
	call	wait
	ldc	1
	ldpi	.stop
	stnl	0
	ldpi	.changes
	ldnl	0
	ldc	7
	gt
	ldc	1
	call	equal
	ldpi	.shortest
	ldnl	0
	ldc	PERIOD - 2
	gt
	ldc	1
	call	equal
	ldc	2 * PERIOD + 2
	ldpi	.longest
	ldnl	0
	gt
	ldc	1
	call	equal
	call	yield
	call	yield
	ldc	0
	ldpi	.stop
	stnl	0
	ldc	1000
	ldpi	.shortest
	stnl	0
	ldc	0
	ldpi	.longest
	stnl	0
	ldc	0
	ldpi	.changes
	stnl	0
	ajw	1
	ret

j_gives_way:
	ldc	1000
	ldpi	.shortest
	stnl	0
	ldc	.spin1 - 1f
	ldpi	.one
	startp
1:	ldc	.spin2 - 1f
	ldpi	.two
	startp
1:	call	lengths
	j	lend_gives_way
.spin1:
	ldc	1
	call	turn
	ldpi	.stop
	ldnl	0
	eqc	0
	cj	.end
	j	.spin1
.spin2:
	ldc	2
	call	turn
	ldpi	.stop
	ldnl	0
	eqc	0
	cj	.end
	j	.spin2
.end:
	stopp

lend_gives_way:
	ldc	.loop1 - 1f
	ldpi	.one
	startp
1:	ldc	.loop2 - 1f
	ldpi	.two
	startp
1:	call	lengths
	j	cj_call_ret_do_not
.loop1:
	ldc	1000000
	stl	LOOP + 1
1:	ldc	1
	call	turn
	ldpi	.stop
	ldnl	0
	eqc	0
	cj	.end
	ldlp	LOOP
	ldc	2f - 1b
	lend
2:	call	wrong
.loop2:
	ldc	1000000
	stl	LOOP + 1
1:	ldc	2
	call	turn
	ldpi	.stop
	ldnl	0
	eqc	0
	cj	.end
	ldlp	LOOP
	ldc	2f - 1b
	lend
2:	call	wrong

# Five periods without a timeslice point, while another is ready.
cj_call_ret_do_not:
	ldc	.other - 1f
	ldpi	.one
	startp
1:	ldtimer
	adc	5 * PERIOD
	stl	1
1:	call	.nothing
	ldl	1
	ldtimer
	gt
	eqc	0
	cj	1b
	ldc	1
	call	note
	call	yield
	call	noted
	ldc	0x12
	call	equal
	j	a_long_wait_is_no_run
.nothing:
	ret
.other:
	ldc	2
	call	note
	stopp

# A process that has just begun to run is not cut short by what ran before it.
a_long_wait_is_no_run:
	ldc	3 * PERIOD
	call	wait
	ldc	.other - 1f
	ldpi	.one
	startp
1:	j	1f
1:	j	1f
1:	ldc	1
	call	note
	call	yield
	call	noted
	ldc	0x12
	call	equal

alone_it_goes_on:
	ldtimer
	adc	5 * PERIOD
	stl	1
1:	ldl	1
	ldtimer
	gt
	cj	2f
	j	1b
2:

# ... and gives way as soon as there is someone: its run has long been over.
then_gives_way_soon:
	ldc	.other - 1f
	ldpi	.one
	startp
1:	ldtimer
	adc	PERIOD + 2
	stl	1
1:	ldl	1
	ldtimer
	gt
	cj	2f
	j	1b
2:	ldc	1
	call	note
	call	noted
	ldc	0x21
	call	equal

high_does_not_give_way:
	ldpi	.spin_high
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	call	noted
	ldc	0x12
	call	equal
	call	passed
	stopp
.spin_high:
	ldc	.other - 1f
	ldpi	.high2
	startp
1:	ldtimer
	ldc	5000
	sum
	stl	1
1:	ldl	1
	ldtimer
	gt
	cj	2f
	j	1b
2:	ldc	1
	call	note
	stopp
