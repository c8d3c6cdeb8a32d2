# Alternatives: skip and channel guards.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	ENABLING, 0x80000001
	.equ	WAITING, 0x80000002
	.equ	READY, 0x80000003

	.equ	A, 1		# locals: channels
	.equ	B, 2
	.equ	CHOSEN, 3
	.equ	BYTE, 4
	.equ	GUARD_A, 5
	.equ	GUARD_B, 6
	.equ	GUARD_SKIP, 7
	.equ	SAVED, 8

	.bss
	.space	128
.one:	.space	160
.two:	.space	160
.parent:
	.space	4
	.text

_start:
	ajw	64		# room below for what waits and calls
	ldlp	0
	ldpi	.parent
	stnl	0
	mint
	stl	A
	mint
	stl	B
	j	skip_alone

# choose: PRI ALT of A, B and SKIP, with their guards; 1, 2 or 3 into CHOSEN, what came into BYTE.
# It is jumped to with the address to go on at in SAVED.
choose:
	ldc	0
	stl	BYTE
	alt
	ldlp	A
	ldl	GUARD_A
	enbc
	ldlp	B
	ldl	GUARD_B
	enbc
	ldl	GUARD_SKIP
	enbs
	altwt
	ldlp	A
	ldl	GUARD_A
	ldc	.choose_a - .choose_end
	disc
	ldlp	B
	ldl	GUARD_B
	ldc	.choose_b - .choose_end
	disc
	ldl	GUARD_SKIP
	ldc	.choose_skip - .choose_end
	diss
	altend
.choose_end:
.choose_a:
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldc	1
	j	.choose_done
.choose_b:
	ldlp	BYTE
	ldlp	B
	ldc	1
	in
	ldc	2
	j	.choose_done
.choose_skip:
	ldc	3
.choose_done:
	stl	CHOSEN
	ldl	SAVED
	gcall

# guards: the three guards are bits 0, 1 and 2 of Areg, for the caller of the caller's workspace.
guards:
	ldl	1
	ldc	1
	and
	stl	4 + GUARD_A
	ldl	1
	ldc	2
	and
	stl	4 + GUARD_B
	ldl	1
	ldc	4
	and
	stl	4 + GUARD_SKIP
	ret

# sender: a process at Areg sends the byte in Breg to the channel in Creg; it runs when we yield.
sender:
	ldl	2
	ldl	1
	stnl	1
	ldl	3
	ldl	1
	stnl	2
	ldpi	.send
	ldl	1
	stnl	-1
	ldl	1
	adc	LOW
	runp
	ret
.send:
	ldl	2
	ldl	1
	outbyte
	stopp

skip_alone:
	ldc	4
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	3
	call	equal
	ldl	A
	mint
	call	equal

channel_ready_before:
	ldlp	A
	ldc	'x'
	ldpi	.one
	call	sender
	call	yield
	ldc	1
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	ldl	BYTE
	ldc	255
	and
	ldc	'x'
	call	equal
	ldl	A
	mint
	call	equal

the_first_wins_over_skip:
	ldlp	B
	ldc	'y'
	ldpi	.one
	call	sender
	call	yield
	ldc	7
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal
	ldl	A
	mint
	call	equal

the_first_of_two_wins:
	ldlp	B
	ldc	'b'
	ldpi	.one
	call	sender
	ldlp	A
	ldc	'a'
	ldpi	.two
	call	sender
	call	yield
	ldc	3
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
the_second_is_still_there:
	ldl	B
	ldpi	.one
	adc	LOW
	call	equal
a_false_guard_does_not_win:
	ldlp	A
	ldc	'a'
	ldpi	.two
	call	sender
	call	yield
	ldc	2
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal
	ldl	BYTE
	ldc	255
	and
	ldc	'b'
	call	equal
	ldl	A
	ldpi	.two
	adc	LOW
	call	equal
	ldlp	A
	resetch
	ldpi	.two
	adc	LOW
	call	equal

ready_after_waiting:
	ldlp	B
	ldc	'w'
	ldpi	.one
	call	sender
	ldc	3
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	2
	call	equal
	ldl	BYTE
	ldc	255
	and
	ldc	'w'
	call	equal
the_other_was_disabled:
	ldl	A
	mint
	call	equal

both_ready_after_waiting:
	ldlp	B
	ldc	'b'
	ldpi	.one
	call	sender
	ldlp	A
	ldc	'a'
	ldpi	.two
	call	sender
	ldc	3
	call	guards
	ldpi	1f
	stl	SAVED
	j	choose
1:	ldl	CHOSEN
	ldc	1
	call	equal
	ldlp	B
	resetch
	ldpi	.one
	adc	LOW
	call	equal

# What the words of the workspace hold on the way. (No calls in here: they would use them.)
states_of_waiting:
	ldc	.look - 1f
	ldpi	.one
	startp
1:	alt
	ldlp	0
	ldnl	-3
	stl	CHOSEN
	ldlp	A
	ldc	1
	enbc
	altwt
	ldlp	A
	ldc	1
	ldc	0
	disc
	stl	SAVED
	ldl	SAVED
	ldc	1
	call	equal
	ldl	CHOSEN
	ldc	ENABLING
	call	equal
	ldl	0
	ldc	0
	call	equal
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	j	enbc_stores_wdesc
.look:
	ldpi	.parent
	ldnl	0
	ldnl	-3
	ldc	WAITING
	call	equal
	ldpi	.parent
	ldnl	0
	ldnl	0
	ldc	-1
	call	equal
	ldpi	.parent
	ldnl	0
	ldnl	A
	ldpi	.parent
	ldnl	0
	adc	LOW
	call	equal
	ldpi	.parent
	ldnl	0
	ldnlp	A
	ldc	'q'
	outbyte
	stopp

enbc_stores_wdesc:
	alt
	ldc	0x77
	ldlp	A
	ldc	1
	enbc
	stl	SAVED		# the guard stays
	stl	CHOSEN		# Creg has moved up
	ldl	A
	ldlp	A
	ldc	1
	enbc			# the same channel again: nothing
	ldlp	0
	ldnl	-3
	stl	BYTE
	ldlp	A
	ldc	1
	ldc	5
	disc
	stl	GUARD_A
	ldlp	A
	ldc	1
	ldc	6
	disc
	stl	GUARD_B
	ldl	SAVED
	ldc	1
	call	equal
	ldl	CHOSEN
	ldc	0x77
	call	equal
	ldl	BYTE
	ldc	ENABLING
	call	equal
	ldl	GUARD_A
	ldc	0
	call	equal
	ldl	GUARD_B
	ldc	0
	call	equal
	ldl	A
	mint
	call	equal

# A high process outputs while the low one is still enabling.
ready_while_enabling:
	ldc	'e'
	ldpi	.one
	stnl	1
	ldlp	A
	ldpi	.one
	stnl	2
	ldpi	.send
	ldpi	.one
	stnl	-1
	alt
	ldlp	A
	ldc	1
	enbc
	ldpi	.one
	runp			# the high sender runs now
	ldlp	0
	ldnl	-3
	stl	SAVED
	ldlp	B
	ldc	1
	enbc
	altwt			# goes on
	ldlp	A
	ldc	1
	ldc	.e_a - .e_end
	disc
	stl	GUARD_A
	ldlp	B
	ldc	1
	ldc	.e_b - .e_end
	disc
	stl	GUARD_B
	altend
.e_end:
.e_b:
	call	wrong
.e_a:
	ldl	SAVED
	ldc	READY
	call	equal
	ldl	GUARD_A
	ldc	1
	call	equal
	ldl	GUARD_B
	ldc	0
	call	equal
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldl	BYTE
	ldc	255
	and
	ldc	'e'
	call	equal

# ... and another when it is ready already.
ready_twice:
	ldc	'1'
	ldpi	.one
	stnl	1
	ldlp	A
	ldpi	.one
	stnl	2
	ldpi	.send
	ldpi	.one
	stnl	-1
	ldc	'2'
	ldpi	.two
	stnl	1
	ldlp	B
	ldpi	.two
	stnl	2
	ldpi	.send
	ldpi	.two
	stnl	-1
	alt
	ldlp	A
	ldc	1
	enbc
	ldlp	B
	ldc	1
	enbc
	ldpi	.two
	runp
	ldpi	.one
	runp
	altwt
	ldlp	A
	ldc	1
	ldc	0
	disc
	stl	GUARD_A
	ldlp	B
	ldc	1
	ldc	0
	disc
	stl	GUARD_B
	ldl	GUARD_A
	ldc	1
	call	equal
	ldl	GUARD_B
	ldc	0
	call	equal
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldlp	BYTE
	ldlp	B
	ldc	1
	in
	ldl	BYTE
	ldc	255
	and
	ldc	'2'
	call	equal

one_channel_in_two_guards:
	ldlp	A
	ldc	't'
	ldpi	.one
	call	sender
	alt
	ldlp	A
	ldc	1
	enbc
	ldlp	A
	ldc	1
	enbc
	altwt
	ldlp	A
	ldc	1
	ldc	7
	disc
	stl	GUARD_A
	ldlp	A
	ldc	1
	ldc	8
	disc
	stl	GUARD_B
	ldl	0
	stl	SAVED
	ldl	GUARD_A
	ldc	1
	call	equal
	ldl	GUARD_B
	ldc	0
	call	equal
	ldl	SAVED
	ldc	7
	call	equal
	ldlp	BYTE
	ldlp	A
	ldc	1
	in

# An alternative in the branch of an alternative.
nested:
	ldlp	A
	ldc	'a'
	ldpi	.one
	call	sender
	ldlp	B
	ldc	'b'
	ldpi	.two
	call	sender
	call	yield
	alt
	ldlp	A
	ldc	1
	enbc
	altwt
	ldlp	A
	ldc	1
	ldc	0
	disc
	altend
	alt
	ldlp	B
	ldc	1
	enbc
	altwt
	ldlp	B
	ldc	1
	ldc	0
	disc
	altend
	ldlp	BYTE
	ldlp	B
	ldc	1
	in
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldl	BYTE
	ldc	255
	and
	ldc	'a'
	call	equal

# A message that goes through the alternative to an ordinary input is an ordinary rendezvous.
input_then_output_after_an_alternative:
	alt
	ldlp	A
	ldc	1
	enbc
	ldc	1
	enbs
	altwt
	ldlp	A
	ldc	1
	ldc	0
	disc
	ldc	1
	ldc	0
	diss
	stl	SAVED
	ldl	SAVED
	ldc	1
	call	equal
	ldlp	A
	ldc	'i'
	ldpi	.one
	call	sender
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldl	BYTE
	ldc	255
	and
	ldc	'i'
	call	equal

diss_false:
	alt
	ldc	1
	enbs
	ldc	0
	enbs
	altwt
	ldc	0x55
	ldc	0
	ldc	9
	diss
	stl	GUARD_A
	stl	GUARD_B
	ldc	1
	ldc	9
	diss
	stl	SAVED
	ldl	GUARD_A
	ldc	0
	call	equal
	ldl	GUARD_B
	ldc	0x55
	call	equal
	ldl	SAVED
	ldc	1
	call	equal

# The same at high priority: a high process waits, a low one sends to it.
high_alternative:
	ldpi	.high_alt
	ldpi	.two
	stnl	-1
	mint
	ldpi	.two
	stnl	A
	mint
	ldpi	.two
	stnl	B
	ldpi	.two
	runp
	ldpi	.two
	ldnl	A
	ldpi	.two
	call	equal
	ldc	1
	call	note
	ldpi	.two
	ldnlp	A
	ldc	'h'
	outbyte
	ldc	3
	call	note
	call	noted
	ldc	0x123
	call	equal
	call	passed
	stopp
.high_alt:
	alt
	ldlp	B
	ldc	1
	enbc
	ldlp	A
	ldc	1
	enbc
	altwt
	ldlp	B
	ldc	1
	ldc	.hb - .hend
	disc
	ldlp	A
	ldc	1
	ldc	.ha - .hend
	disc
	altend
.hend:
.hb:
	call	wrong
.ha:
	ldlp	BYTE
	ldlp	A
	ldc	1
	in
	ldc	2
	call	note
	stopp
