# Breakpoints, and what the later chips tell of themselves.
# chips: T425 T805

# The words that break exchanges with are at MemStart: Iptr and Wdesc for high, then for low.
	.entry	_start
.save:
	.space	16
	.include "check.inc"

	.bss
	.space	128
.handler:
	.space	160
.high:	.space	160
.found:	.space	16
	.text

_start:
	ajw	64		# room below for what waits and calls
save_area_is_at_memstart:
	ldpi	.save
	ldmemstartval
	call	equal
	ldmemstartval
	ldc	0x80000070
	call	equal

pop_drops:
	ldc	4
	ldc	5
	pop
	ldc	4
	call	equal

lddevid_is_a_t425_or_t805:
	lddevid
	ldc	20
	rev
	gt
	ldc	1
	call	equal

j0break_can_be_tested:
	testj0break
	ldc	0
	call	equal
	setj0break
	testj0break
	ldc	1
	call	equal
	clrj0break
	testj0break
	ldc	0
	call	equal
j_0_is_a_jump:
	j	0

break_exchanges:
	ldpi	.handle
	ldpi	.save
	stnl	2
	ldpi	.handler
	adc	LOW
	ldpi	.save
	stnl	3
	break
.after_break:
	ldpi	.found
	ldnl	0
	ldpi	.after_break
	call	equal
	ldpi	.found
	ldnl	1
	ldlp	0
	adc	LOW
	call	equal
j_0_breaks_if_enabled:
	setj0break
	j	0
.after_j0:
	clrj0break
	ldpi	.found
	ldnl	0
	ldpi	.after_j0
	call	equal
other_jumps_do_not_break:
	setj0break
	ldc	0
	ldpi	.found
	stnl	0
	j	1f
	call	wrong
1:	clrj0break
	ldpi	.found
	ldnl	0
	ldc	0
	call	equal
	j	high_has_its_own_words
.handle:
	ldpi	.save
	ldnl	2
	ldpi	.found
	stnl	0
	ldpi	.save
	ldnl	3
	ldpi	.found
	stnl	1
	break
	j	.handle

high_has_its_own_words:
	ldpi	.at_high
	ldpi	.high
	stnl	-1
	ldpi	.handle_high
	ldpi	.save
	stnl	0
	ldpi	.handler
	ldpi	.save
	stnl	1
	ldpi	.high
	runp
	call	noted
	ldc	0x123
	call	equal
	call	passed
	stopp
.at_high:
	ldc	1
	call	note
	break
.at_high_again:
	ldc	3
	call	note
	stopp
.handle_high:
	ldpri
	ldc	0
	call	equal
	ldpi	.save
	ldnl	0
	ldpi	.at_high_again
	call	equal
	ldpi	.save
	ldnl	1
	ldpi	.high
	call	equal
	ldc	2
	call	note
	break
