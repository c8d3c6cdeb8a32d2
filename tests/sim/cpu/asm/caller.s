# A kernel of high priority takes the caller's workspace from the reserved words, although the caller has descheduled itself.
# chips: T414 T425 T800 T805
	.include "check.inc"

	.equ	MARK, 1		# locals
	.equ	STATE, -3

	.bss
	.space	128
.kernel:	.space	160
.calls:	.space	4
.answers:	.space	4
.caller:	.space	28
.word:	.space	4
	.text

_start:
	ajw	64		# room below for what waits and calls
	mint
	ldpi	.calls
	stnl	0
	mint
	ldpi	.answers
	stnl	0
	ldpi	.serve
	ldpi	.kernel
	stnl	-1
	ldpi	.kernel
	runp
	j	the_kernel_sees_the_caller

# The kernel waits in an ALT; it keeps the seven words, takes the call, and answers.
.serve:
	alt
	ldpi	.calls
	ldc	1
	enbc
	altwt
	ldpi	.calls
	ldc	1
	ldc	0
	disc
	altend
	ldc	SAVE_WDESC
	ldpi	.caller
	ldc	28
	move
	ldpi	.word
	ldpi	.calls
	ldc	4
	in
	ldpi	.word
	ldpi	.answers
	ldc	4
	out
	j	.serve

the_kernel_sees_the_caller:
	ldc	0x1234
	stl	MARK
	ldlp	MARK
	ldpi	.calls
	ldc	4
	out
.called:
	ldlp	MARK
	ldpi	.answers
	ldc	4
	in
	ldpi	.caller
	ldnl	0
	ldlp	0
	adc	LOW
	call	equal
the_caller_goes_on_after_its_call:
	ldpi	.caller
	ldnl	1
	ldpi	.called
	call	equal
gotosnp_is_set:
	ldpi	.caller
	ldnl	5
	ldc	1
	call	equal
the_answer_came:
	ldl	MARK
	ldc	0x1234
	call	equal
	call	passed
	stopp
