# Alternatives with timer guards.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	READY, 0x80000003
	.equ	TIMESET, 0x80000001
	.equ	TIMENOTSET, 0x80000002

	.equ	A, 1		# locals: a channel, times
	.equ	NOW, 2
	.equ	FIRST, 3
	.equ	SECOND, 4
	.equ	CHOSEN, 5
	.equ	WHEN, 6
	.equ	BYTE, 7
	.equ	STATE, 8
	.equ	SAVED, 9
	.equ	CHANNEL_GUARD, 10
	.equ	FIRST_GUARD, 11
	.equ	SECOND_GUARD, 12

	.bss
	.space	128
.one:	.space	160
.two:	.space	160
	.text

_start:
	ajw	64		# room below for what waits and calls
	mint
	stl	A
	j	the_time_comes

# choose: PRI ALT of the channel A and the times FIRST and SECOND, with their guards; 1, 2 or 3 into
# CHOSEN, the clock into WHEN, W-4 after talt into STATE. Jumped to, goes on at SAVED.
choose:
	talt
	ldlp	0
	ldnl	-4
	stl	STATE
	ldlp	A
	ldl	CHANNEL_GUARD
	enbc
	ldl	FIRST
	ldl	FIRST_GUARD
	enbt
	ldl	SECOND
	ldl	SECOND_GUARD
	enbt
	taltwt
	ldlp	A
	ldl	CHANNEL_GUARD
	ldc	.choose_a - .choose_end
	disc
	ldl	FIRST
	ldl	FIRST_GUARD
	ldc	.choose_first - .choose_end
	dist
	ldl	SECOND
	ldl	SECOND_GUARD
	ldc	.choose_second - .choose_end
	dist
	altend
.choose_end:
.choose_a:
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldc	1
	j	.choose_done
.choose_first:
	ldc	2
	j	.choose_done
.choose_second:
	ldc	3
.choose_done:
	stl	CHOSEN
	ldtimer
	stl	WHEN
	ldl	SAVED
	gcall

# times: FIRST and SECOND are the clock plus Areg and Breg; all guards are true but Creg's.
times:
	ldtimer
	stl	4 + NOW
	ldl	4 + NOW
	ldl	1
	sum
	stl	4 + FIRST
	ldl	4 + NOW
	ldl	2
	sum
	stl	4 + SECOND
	ldl	3
	eqc	1
	eqc	0
	stl	4 + CHANNEL_GUARD
	ldl	3
	eqc	2
	eqc	0
	stl	4 + FIRST_GUARD
	ldl	3
	eqc	3
	eqc	0
	stl	4 + SECOND_GUARD
	ret

# empty: nobody waits for this priority's clock, or for A.
empty:
	ldc	TPTRLOC0 + 4
	ldnl	0
	mint
	call	equal
	ldl	4 + A
	mint
	call	equal
	ret

the_time_comes:
	ldc	0
	ldc	9
	ldc	5
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal
	ldl	WHEN
	ldl	FIRST
	adc	1
	call	equal
	call	empty
talt_marks_no_time:
	ldl	STATE
	ldc	TIMENOTSET
	call	equal

the_earlier_time_counts:
	ldc	0
	ldc	5
	ldc	9
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	3
	call	equal
	ldl	WHEN
	ldl	SECOND
	adc	1
	call	equal
	call	empty

of_two_equal_times_the_first_wins:
	ldc	0
	ldc	5
	ldc	5
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal

a_time_past_is_ready:
	ldc	0
	ldc	5
	ldc	-5
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal
	ldl	WHEN
	ldl	NOW
	adc	2
	rev
	gt
	ldc	1
	call	equal
	call	empty
the_second_past_wins_over_the_first_to_come:
	ldc	0
	ldc	-5
	ldc	5
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	3
	call	equal
	call	empty

a_false_guards_time_does_not_count:
	ldc	2
	ldc	5
	ldc	-5
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	3
	call	equal
	ldl	WHEN
	ldl	SECOND
	adc	1
	call	equal
	call	empty

# A sender is ready to run; it sends when we wait.
channel_before_the_time:
	ldc	.send - 1f
	ldpi	.one
	startp
1:	ldlp	A
	ldpi	.one
	stnl	1
	ldc	0
	ldc	30
	ldc	20
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	ldl	NOW
	adc	2
	ldl	WHEN
	gt
	ldc	1
	call	equal
out_of_the_timer_queue:
	call	empty
	j	out_of_the_middle_of_the_queue
.send:
	ldl	1
	ldc	's'
	outbyte
	stopp

# Others wait before and after; when disabled we leave the queue, they stay.
out_of_the_middle_of_the_queue:
	ldc	.send - 1f
	ldpi	.one
	startp
1:	ldlp	A
	ldpi	.one
	stnl	1
	ldc	.sleep - 1f
	ldpi	.two
	startp
1:	ldc	3
	ldpi	.two
	stnl	1
	ldc	0
	ldc	30
	ldc	20
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	ldl	A
	mint
	call	equal
	call	yield
	ldc	TPTRLOC0 + 4
	ldnl	0
	ldpi	.two
	call	equal
	ldpi	.two
	ldnl	-4
	mint
	call	equal
	ldc	6
	call	wait
	call	noted
	ldc	4
	call	equal
	j	the_channel_was_ready_before
.sleep:
	ldtimer
	ldl	1
	sum
	tin
	ldc	4
	call	note
	stopp

the_channel_was_ready_before:
	ldlp	A
	ldpi	.one
	stnl	1
	ldc	.send - 1f
	ldpi	.one
	startp
1:	call	yield
	ldc	0
	ldc	30
	ldc	20
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	call	empty

channel_wins_over_a_time_past:
	ldlp	A
	ldpi	.one
	stnl	1
	ldc	.send - 1f
	ldpi	.one
	startp
1:	call	yield
	ldc	0
	ldc	-30
	ldc	-20
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal

# No time is set: it waits for the channel alone.
no_true_timer_guard:
	ldlp	A
	ldpi	.one
	stnl	1
	ldc	.send - 1f
	ldpi	.one
	startp
1:	ldc	2
	ldc	5
	ldc	5
	call	times
	ldc	0
	stl	SECOND_GUARD
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	call	empty

across_the_wrap_of_the_clock:
	ldc	0x7ffffffb
	sttimer
	ldc	0
	ldc	9
	ldc	20
	call	times
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	3
	call	equal
	ldl	WHEN
	ldl	SECOND
	adc	1
	call	equal

enbt_leaves_the_guard:
	talt
	ldc	0x66
	ldc	100
	ldc	1
	enbt
	stl	CHOSEN
	stl	SAVED
	ldlp	0
	ldnl	-4
	stl	STATE
	ldlp	0
	ldnl	-5
	stl	WHEN
	ldl	CHOSEN
	ldc	1
	call	equal
	ldl	SAVED
	ldc	0x66
	call	equal
	ldl	STATE
	ldc	TIMESET
	call	equal
	ldl	WHEN
	ldc	100
	call	equal

# At high priority, in microseconds; the low process idles meanwhile.
high_alternative:
	ldpi	.high
	ldpi	.one
	stnl	-1
	mint
	ldpi	.one
	stnl	A
	ldpi	.one
	runp
	ldc	TPTRLOC0
	ldnl	0
	ldpi	.one
	call	equal
	ldc	10
	call	wait
	call	noted
	ldc	8
	call	equal
	call	passed
	stopp
.high:
	ldtimer
	adc	100
	stl	NOW
	talt
	ldl	NOW
	ldc	1
	enbt
	ldlp	A
	ldc	1
	enbc
	taltwt
	ldl	NOW
	ldc	1
	ldc	.high_time - .high_end
	dist
	ldlp	A
	ldc	1
	ldc	0
	disc
	altend
.high_end:
	call	wrong
.high_time:
	ldl	A
	mint
	call	equal
	ldl	NOW
	adc	8
	ldtimer
	gt
	ldc	1
	call	equal
	ldc	8
	call	note
	stopp
