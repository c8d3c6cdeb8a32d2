# Channels between processes of one node.
# chips: T414 T800 T805
	.include "check.inc"

	.equ	CHANNEL, 0	# a helper's locals: what it sends or receives
	.equ	POINTER, 1
	.equ	LENGTH, 2
	.equ	I, 1		# locals here
	.equ	LEFT, 2

	.bss
	.space	128
.helper:
	.space	160
.channel:
	.space	4
.from:	.space	64
.to:	.space	64
	.text

_start:
	ajw	64		# room below for what waits and calls
	mint
	ldpi	.channel
	stnl	0
	ldc	0
	stl	I
	ldc	64
	stl	LEFT
1:	ldl	I
	adc	0x41
	ldl	I
	ldpi	.from
	bsub
	sb
	ldlp	I
	ldc	2f - 1b
	lend
2:	j	output_first

# help: a process of the priority in Areg, at the address in Breg, has a message of the length in
# Creg: from .from + 1, or to .to + 2.
help:
	ldl	2
	ldpi	.helper
	stnl	-1
	ldl	3
	ldpi	.helper
	stnl	LENGTH
	ldpi	.channel
	ldpi	.helper
	stnl	CHANNEL
	ldpi	.from
	adc	1
	ldpi	.helper
	stnl	POINTER
	ldpi	.helper
	ldl	1
	or
	runp
	ret
.sends:
	ldl	POINTER
	ldl	CHANNEL
	ldl	LENGTH
	out
	ldc	2
	call	note
	stopp
.receives:
	ldl	POINTER
	adc	.to + 2 - .from - 1
	ldl	CHANNEL
	ldl	LENGTH
	in
	ldc	2
	call	note
	stopp

# clear: the destination is all zeros. arrived: it holds the message of Areg bytes, nothing else.
clear:
	ajw	-2
	ldc	0
	stl	0
	ldc	16
	stl	1
1:	ldc	0
	ldl	0
	ldpi	.to
	wsub
	stnl	0
	ldlp	0
	ldc	2f - 1b
	lend
2:	ajw	2
	ret
arrived:
	ajw	-2
	ldc	0
	stl	0
	ldc	60
	stl	1
1:	ldl	0
	adc	-2
	ldl	3
	rev
	gt			# i - 2 < n ...
	ldl	0
	ldc	1
	gt			# ... and i > 1
	and
	cj	2f
	call	.got
	ldl	0
	adc	0x40		# byte i - 2 of .from + 1
	call	equal
	j	3f
2:	call	.got
	ldc	0
	call	equal
3:	ldlp	0
	ldc	4f - 1b
	lend
4:	ldpi	.channel
	ldnl	0
	mint
	call	equal
	ajw	2
	ret
.got:
	ldl	4
	ldpi	.to
	bsub
	lb
	ret

output_first:
	call	clear
	ldc	7
	ldpi	.sends
	ldc	LOW
	call	help
	call	yield
output_waits_in_the_channel:
	ldpi	.channel
	ldnl	0
	ldpi	.helper
	adc	LOW
	call	equal
	ldpi	.helper
	ldnl	-3
	ldpi	.from
	adc	1
	call	equal
input_takes_it_and_goes_on:
	ldpi	.to
	adc	2
	ldpi	.channel
	ldc	7
	in
	ldc	7
	call	arrived
	ldc	1
	call	note
	call	yield
	call	noted
	ldc	0x12
	call	equal

input_first:
	call	clear
	ldc	7
	ldpi	.receives
	ldc	LOW
	call	help
	call	yield
	ldpi	.channel
	ldnl	0
	ldpi	.helper
	adc	LOW
	call	equal
	ldpi	.from
	adc	1
	ldpi	.channel
	ldc	7
	out
	ldc	7
	call	arrived
	ldc	1
	call	note
	call	yield
	call	noted
	ldc	0x12
	call	equal

# All lengths from 0 to 57, both orders, the helper at both priorities.
every_length:
	ldc	0
	stl	I
	ldc	58
	stl	LEFT
.each_length:
	call	clear
	ldl	I
	ldpi	.sends
	ldc	LOW
	call	help
	call	yield
	ldpi	.to
	adc	2
	ldpi	.channel
	ldl	I
	in
	ldl	I
	call	arrived
	call	yield
	call	noted
	ldc	2
	call	equal
	call	clear
	ldl	I
	ldpi	.receives
	ldc	LOW
	call	help
	call	yield
	ldpi	.from
	adc	1
	ldpi	.channel
	ldl	I
	out
	ldl	I
	call	arrived
	call	yield
	call	noted
	ldc	2
	call	equal
high_sends_to_low:
	call	clear
	ldl	I
	ldpi	.sends
	ldc	0
	call	help
	ldpi	.channel
	ldnl	0
	ldpi	.helper
	call	equal
	ldpi	.to
	adc	2
	ldpi	.channel
	ldl	I
	in
	call	noted
	ldc	2
	call	equal
	ldl	I
	call	arrived
low_sends_to_high:
	call	clear
	ldl	I
	ldpi	.receives
	ldc	0
	call	help
	ldpi	.from
	adc	1
	ldpi	.channel
	ldl	I
	out
	call	noted
	ldc	2
	call	equal
	ldl	I
	call	arrived
	ldlp	I
	ldc	1f - .each_length
	lend
1:

high_interrupts_and_receives_what_low_sends:
	call	clear
	ldpi	.later
	ldpi	.helper
	stnl	-1
	ldpi	.helper
	runp
	ldpi	.from
	adc	1
	ldpi	.channel
	ldc	9
	out
	call	noted
	ldc	2
	call	equal
	ldc	9
	call	arrived
	j	the_seconds_length_counts
.later:
	ldtimer
	adc	5
	tin
	ldpi	.to
	adc	2
	ldpi	.channel
	ldc	9
	in
	ldc	2
	call	note
	stopp

the_seconds_length_counts:
	call	clear
	ldc	20
	ldpi	.sends
	ldc	LOW
	call	help
	call	yield
	ldpi	.to
	adc	2
	ldpi	.channel
	ldc	5
	in
	ldc	5
	call	arrived
	call	yield
	call	noted
	ldc	2
	call	equal

outword_to_who_waits:
	call	clear
	ldc	4
	ldpi	.receives
	ldc	LOW
	call	help
	call	yield
	ldpi	.channel
	ldc	0x45444342
	outword
	ldc	4
	call	arrived
	call	yield
	call	noted
	ldc	2
	call	equal
outbyte_to_who_waits:
	call	clear
	ldc	1
	ldpi	.receives
	ldc	LOW
	call	help
	call	yield
	ldpi	.channel
	ldc	0x123442
	outbyte
	ldc	1
	call	arrived
	call	yield
	call	noted
	ldc	2
	call	equal
outword_goes_through_the_workspace:
	ldc	.sends_word - 1f
	ldpi	.helper
	startp
1:	call	yield
	ldpi	.helper
	ldnl	0
	ldc	0x45444342
	call	equal
	ldpi	.helper
	ldnl	-3
	ldpi	.helper
	call	equal
	call	clear
	ldpi	.to
	adc	2
	ldpi	.channel
	ldc	4
	in
	ldc	4
	call	arrived
	j	outbyte_waits
.sends_word:
	ldpi	.channel
	ldc	0x45444342
	outword
	stopp
outbyte_waits:
	ldc	.sends_byte - 1f
	ldpi	.helper
	startp
1:	call	yield
	call	clear
	ldpi	.to
	adc	2
	ldpi	.channel
	ldc	1
	in
	ldc	1
	call	arrived
	j	resetch_of_a_waiting_channel
.sends_byte:
	ldpi	.channel
	ldc	0x42
	outbyte
	stopp

resetch_of_a_waiting_channel:
	ldc	4
	ldpi	.sends
	ldc	LOW
	call	help
	call	yield
	ldpi	.channel
	resetch
	ldpi	.helper
	adc	LOW
	call	equal
	ldpi	.channel
	ldnl	0
	mint
	call	equal
resetch_of_an_empty_channel:
	ldpi	.channel
	resetch
	mint
	call	equal
resetch_of_an_idle_link:
	ldc	0x80000004
	resetch
	mint
	call	equal
	ldc	0x80000014
	resetch
	mint
	call	equal
resetch_of_the_event_channel:
	ldc	0x80000020
	resetch
	mint
	call	equal

# A link that leads nowhere: the process waits until the channel is reset.
resetch_of_a_waiting_link:
	ldc	.sends_nowhere - 1f
	ldpi	.helper
	startp
1:	call	yield
	ldc	0x80000004
	ldnl	0
	ldpi	.helper
	adc	LOW
	call	equal
	ldc	0x80000004
	resetch
	ldpi	.helper
	adc	LOW
	call	equal
	ldpi	.helper
	adc	LOW
	runp
	call	yield
	call	noted
	ldc	6
	call	equal
	call	passed
	stopp
.sends_nowhere:
	ldc	0x80000004
	ldc	1
	outword
	ldc	6
	call	note
	stopp
