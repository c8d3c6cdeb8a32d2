# Starting, running, stopping and ending processes; the ready queues.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	SUCCESSOR, 0	# a PAR's control block
	.equ	COUNT, 1
	.equ	FRONT, 2
	.equ	BACK, 3

	.bss
	.space	128
.one:	.space	160
.two:	.space	160
.high:	.space	160
.high2:	.space	32
.parent:
	.space	4
	.text

_start:
	ajw	64		# room below for what waits and calls
	ldlp	0
	ldpi	.parent
	stnl	0

ldpri_is_low:
	ldpri
	ldc	1
	call	equal

par_of_three:
	ldpi	.joined
	stl	SUCCESSOR
	ldc	3
	stl	COUNT
	ldc	.branch1 - 1f
	ldpi	.one
	startp
1:	ldc	.branch2 - 1f
	ldpi	.two
	startp
1:
savel_shows_both:
	ldlp	FRONT
	savel
	ldl	FRONT
	ldpi	.one
	call	equal
	ldl	BACK
	ldpi	.two
	call	equal
startp_saves_iptr:
	ldpi	.one
	ldnl	-1
	ldpi	.branch1
	call	equal
startp_links:
	ldpi	.one
	ldnl	-2
	ldpi	.two
	call	equal
	ldc	3
	call	note
	ldlp	0
	endp
	call	wrong
.branch1:
	ldc	1
	call	note
	ldpi	.parent
	ldnl	0
	endp
.branch2:
	ldc	2
	call	note
	ldpi	.parent
	ldnl	0
	endp
.joined:
	call	noted
	ldc	0x312
	call	equal
endp_comes_back_to_the_block:
	ldlp	0
	ldpi	.parent
	ldnl	0
	call	equal
endp_counts_to_0:
	ldl	COUNT
	ldc	0
	call	equal
savel_shows_none:
	ldlp	FRONT
	savel
	ldl	FRONT
	mint
	call	equal
saveh_shows_none:
	ldlp	FRONT
	saveh
	ldl	FRONT
	mint
	call	equal

endp_alone_goes_on:
	ldpi	1f
	stl	SUCCESSOR
	ldc	1
	stl	COUNT
	ldlp	0
	endp
	call	wrong
1:
	ldl	COUNT
	ldc	0
	call	equal

stopp_is_on_no_queue:
	ldc	.stopper - 1f
	ldpi	.one
	startp
1:	call	yield
	call	yield
	call	noted
	ldc	1
	call	equal
stopp_saves_iptr:
	ldpi	.one
	ldnl	-1
	ldpi	.stopped
	call	equal
runp_goes_on_after_it:
	ldpi	.one
	adc	LOW
	runp
	call	noted
	ldc	0
	call	equal
	call	yield
	call	noted
	ldc	2
	call	equal
	j	1f
.stopper:
	ldc	1
	call	note
	stopp
.stopped:
	ldc	2
	call	note
	stopp
1:

first_in_first_out:
	ldc	.turns - 1f
	ldpi	.one
	startp
1:	ldc	2
	ldpi	.two
	stnl	0
	ldc	1
	ldpi	.one
	stnl	0
	ldc	.turns - 1f
	ldpi	.two
	startp
1:	ldc	3
	call	note
	call	yield
	ldc	3
	call	note
	call	yield
	ldc	3
	call	note
	call	yield
	call	noted
	ldc	0x12312312
	call	equal
	j	.by_hand
.turns:
	ldl	0
	call	note
	call	yield
	j	.turns

.by_hand:
stlf_stlb_queue_a_process:
	ldpi	.listed
	ldpi	.high
	stnl	-1
	ldpi	.high
	stlf
	ldpi	.high
	stlb
	call	yield
	call	noted
	ldc	7
	call	equal
	j	.runp_high
.listed:
	ldpri
	ldc	1
	call	equal
	ldc	7
	call	note
	stopp

.runp_high:
runp_of_a_high_process_runs_at_once:
	ldpi	.at_high
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	ldc	5
	call	note
	call	noted
	ldc	0x1235
	call	equal
	j	.hand_high
.at_high:
	ldpri
	ldc	0
	call	equal
startp_at_high_is_high:
	ldc	.at_high2 - 1f
	ldpi	.high2
	startp
1:	ldc	1
	call	note
	ldlp	FRONT
	saveh
	ldl	FRONT
	ldpi	.high2
	call	equal
	ldl	BACK
	ldpi	.high2
	call	equal
high_processes_take_turns:
	ldlp	0
	runp
	stopp
	ldc	3
	call	note
	stopp
.at_high2:
	ldpri
	ldc	0
	call	equal
	ldc	2
	call	note
	stopp

.hand_high:
sthf_sthb_queue_a_process:
	ldpi	.listed_high
	ldpi	.high
	stnl	-1
	ldpi	.high
	sthb
	ldpi	.high
	sthf
	call	yield
	call	noted
	ldc	9
	call	equal
	call	passed
	stopp
.listed_high:
	ldpri
	ldc	0
	call	equal
	ldc	9
	call	note
	stopp
