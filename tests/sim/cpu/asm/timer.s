# The two clocks and their queues.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	AT, 1		# locals
	.equ	THEN, 2

	.bss
	.space	128
.one:	.space	160
.two:	.space	160
.three:	.space	160
.high:	.space	160
.clock:	.space	4
	.text

_start:
	ajw	64		# room below for what waits and calls

sttimer_sets_the_low_clock:
	ldc	123456
	sttimer
	ldtimer
	ldc	123456
	call	equal
sttimer_sets_the_high_clock:
	ldpi	.read_high
	ldpi	.high
	stnl	-1
	mint
	sttimer
	ldpi	.high
	runp
	ldpi	.clock
	ldnl	0
	mint
	diff
	ldc	10
	rev
	gt
	ldc	1
	call	equal
	j	a_low_tick_is_64_high_ones
.read_high:
	ldtimer
	ldpi	.clock
	stnl	0
	stopp

a_low_tick_is_64_high_ones:
	ldc	0
	sttimer
	ldc	9
	tin			# until the 10th
	ldpi	.read_high
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	ldpi	.clock
	ldnl	0
	ldc	639
	gt
	ldc	1
	call	equal
	ldc	650
	ldpi	.clock
	ldnl	0
	gt
	ldc	1
	call	equal

tin_waits_until_after:
	ldtimer
	adc	7
	stl	AT
	ldl	AT
	tin
	ldtimer
	ldl	AT
	adc	1
	call	equal
tin_now_waits_for_the_next_tick:
	ldtimer
	stl	AT
	ldl	AT
	tin
	ldtimer
	ldl	AT
	adc	1
	call	equal
tin_past_goes_on:
	ldc	.count - 1f
	ldpi	.one
	startp
1:	ldtimer
	adc	-1
	tin
	ldtimer
	mint
	sum
	adc	1
	tin			# the farthest past
	call	noted
	ldc	0
	call	equal
	call	yield
	call	noted
	ldc	1
	call	equal
	j	woken_in_order_of_time
.count:
	ldc	1
	call	note
	stopp

# Each of three waits until its second local, and notes its first.
woken_in_order_of_time:
	ldtimer
	stl	AT
	ldl	AT
	adc	30
	ldpi	.one
	stnl	1
	ldl	AT
	adc	10
	ldpi	.two
	stnl	1
	ldl	AT
	adc	20
	ldpi	.three
	stnl	1
	call	start_three
	ldl	AT
	adc	5
	tin
the_queue_is_in_memory:
	ldc	TPTRLOC0 + 4
	ldnl	0
	ldpi	.two
	call	equal
	ldpi	.two
	ldnl	-4
	ldpi	.three
	call	equal
	ldpi	.three
	ldnl	-4
	ldpi	.one
	call	equal
	ldpi	.one
	ldnl	-4
	mint
	call	equal
	ldpi	.two
	ldnl	-5
	ldl	AT
	adc	11
	call	equal
	ldl	AT
	adc	40
	tin
	call	noted
	ldc	0x231
	call	equal
the_queue_is_empty:
	ldc	TPTRLOC0 + 4
	ldnl	0
	mint
	call	equal

equal_times_in_order_of_arrival:
	ldtimer
	adc	20
	stl	AT
	ldl	AT
	ldpi	.one
	stnl	1
	ldl	AT
	ldpi	.two
	stnl	1
	ldl	AT
	ldpi	.three
	stnl	1
	call	start_three
	ldl	AT
	tin
	call	yield
	call	noted
	ldc	0x123
	call	equal

clocks_wrap_round:
	ldc	0x7ffffff0
	sttimer
	ldc	0x80000004
	ldpi	.one
	stnl	1
	ldc	0x7ffffffe
	ldpi	.two
	stnl	1
	ldc	0x80000000
	ldpi	.three
	stnl	1
	call	start_three
	ldc	0x80000010
	tin
	ldtimer
	ldc	0x80000011
	call	equal
	call	noted
	ldc	0x231
	call	equal

sttimer_moves_waiting_times:
	ldc	0
	sttimer
	ldc	1000
	ldpi	.one
	stnl	1
	ldc	2000
	ldpi	.two
	stnl	1
	ldc	3000
	ldpi	.three
	stnl	1
	call	start_three
	call	yield
	ldc	2500
	sttimer
	call	yield
	call	yield
	call	noted
	ldc	0x12
	call	equal
	ldc	2999
	sttimer
	ldc	3001
	tin
	call	noted
	ldc	3
	call	equal

the_high_queue:
	ldpi	.in_high
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	ldc	TPTRLOC0
	ldnl	0
	ldpi	.high
	call	equal
	ldc	10
	call	wait
	ldc	TPTRLOC0
	ldnl	0
	mint
	call	equal
	call	noted
	ldc	5
	call	equal
	call	passed
	stopp
.in_high:
	ldtimer
	ldc	300
	sum
	stl	AT
	ldl	AT
	tin
	ldtimer
	ldl	AT
	diff
	stl	THEN
	ldl	THEN		# the next tick, and not much later
	ldc	0
	gt
	ldc	1
	call	equal
	ldc	7
	ldl	THEN
	gt
	ldc	1
	call	equal
	ldc	5
	call	note
	stopp

start_three:
	ldc	1
	ldpi	.one
	stnl	0
	ldc	2
	ldpi	.two
	stnl	0
	ldc	3
	ldpi	.three
	stnl	0
	ldc	.sleeper - 1f
	ldpi	.one
	startp
1:	ldc	.sleeper - 1f
	ldpi	.two
	startp
1:	ldc	.sleeper - 1f
	ldpi	.three
	startp
1:	call	yield
	ret
.sleeper:
	ldl	1
	tin
	ldl	0
	call	note
	stopp
