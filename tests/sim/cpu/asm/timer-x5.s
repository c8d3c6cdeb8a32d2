# The later chips can put off the serving of either timer queue.
# chips: T425 T805
	.include "check.inc"

	.equ	AT, 0

	.bss
	.space	128
.one:	.space	160
.high:	.space	160
	.text

_start:
	ajw	64		# room below for what waits and calls

low_put_off:
	ldc	.sleeper - 1f
	ldpi	.one
	startp
1:	call	yield
	timerdisablel
	call	.busy
	call	noted
	ldc	0
	call	equal
low_served_when_enabled:
	timerenablel
	call	yield
	call	noted
	ldc	1
	call	equal
	j	low_enabled_before_its_time
.sleeper:
	ldtimer
	adc	3
	tin
	ldc	1
	call	note
	stopp

# busy: six ticks go by, with many other processes' turns.
.busy:
	ajw	-2
	ldtimer
	adc	6
	stl	0
1:	call	yield
	ldl	0
	ldtimer
	gt
	eqc	0
	cj	1b
	ajw	2
	ret

low_enabled_before_its_time:
	ldc	.sleeper - 1f
	ldpi	.one
	startp
1:	call	yield
	timerdisablel
	timerenablel
	call	noted
	ldc	0
	call	equal
	call	.busy
	call	noted
	ldc	1
	call	equal

low_is_put_off_not_high:
	ldpi	.sleeper
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	timerdisablel
	call	.busy
	call	noted
	ldc	1
	call	equal
	timerenablel

high_put_off:
	ldpi	.sleeper
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	timerdisableh
	call	.busy
	call	noted
	ldc	0
	call	equal
	ldc	2
	call	note
# The next instruction but one finds that the high process has run.
high_served_at_once_when_enabled:
	timerenableh
	ldc	0
	adc	0
	call	noted
	ldc	0x21
	call	equal
	call	passed
	stopp
