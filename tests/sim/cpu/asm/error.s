# The Error flag: what sets it, what clears it, who stops for it.
# chips: T414 T800 T805
	.include "check.inc"

	.bss
	.space	128
.one:	.space	160
	.text

_start:
	ajw	64		# room below for what waits and calls
	j	testerr_clears

# set: the flag was set, and now is not. unset: it was not.
set:
	testerr
	ldc	0
	call	equal
	testerr
	ldc	1
	call	equal
	ret
unset:
	testerr
	ldc	1
	call	equal
	ret

testerr_clears:
	call	unset
	seterr
	call	set
	call	unset

adc_overflows:
	ldc	0x7fffffff
	adc	1
	call	set
	mint
	adc	-1
	call	set
	ldc	0x7ffffffe
	adc	1
	call	unset
add_overflows:
	mint
	mint
	add
	call	set
	mint
	ldc	0x7fffffff
	add
	call	unset
sub_overflows:
	ldc	0
	mint
	sub
	call	set
	ldc	-1
	mint
	sub
	call	unset
mul_overflows:
	ldc	0x10000
	ldc	0x8000
	mul
	call	set
	ldc	-0x10000
	ldc	0x8000
	mul
	call	unset
div_by_zero:
	ldc	5
	ldc	0
	div
	call	set
div_overflows:
	mint
	ldc	-1
	div
	call	set
	mint
	ldc	1
	div
	call	unset
rem_by_zero:
	ldc	5
	ldc	0
	rem
	call	set
fmul_overflows:
	mint
	mint
	fmul
	call	set
	mint
	ldc	0x7fffffff
	fmul
	call	unset
ladd_overflows:
	ldc	1
	ldc	0x7fffffff
	ldc	0
	ladd
	call	set
	ldc	0
	ldc	0x7fffffff
	ldc	0
	ladd
	call	unset
lsub_overflows:
	ldc	1
	mint
	ldc	0
	lsub
	call	set
ldiv_overflows:
	ldc	5
	ldc	0
	ldc	5
	ldiv
	call	set
	ldc	4
	ldc	-1
	ldc	5
	ldiv
	call	unset
csngl_checks:
	ldc	0
	mint
	csngl
	call	set
	ldc	-1
	mint
	csngl
	call	unset
cword_checks:
	ldc	128
	ldc	128
	cword
	call	set
	ldc	-128
	ldc	128
	cword
	call	unset
csub0_checks:
	ldc	7
	ldc	7
	csub0
	call	set
	ldc	-1
	ldc	7
	csub0
	call	set
	ldc	6
	ldc	7
	csub0
	call	unset
csub0_keeps_the_subscript:
	ldc	6
	ldc	7
	csub0
	ldc	6
	call	equal
ccnt1_checks:
	ldc	0
	ldc	7
	ccnt1
	call	set
	ldc	8
	ldc	7
	ccnt1
	call	set
	ldc	1
	ldc	7
	ccnt1
	call	unset
	ldc	7
	ldc	7
	ccnt1
	call	unset
ccnt1_keeps_the_count:
	ldc	3
	ldc	7
	ccnt1
	ldc	3
	call	equal

error_stays:
	seterr
	ldc	1
	ldc	2
	add
	adc	1
	call	set

stoperr_without_error_goes_on:
	stoperr
	call	unset
stoperr_stops:
	ldc	.stopper - 1f
	ldpi	.one
	startp
1:	call	yield
	call	noted
	ldc	1
	call	equal
	call	set
stoperr_is_on_no_queue:
	call	yield
	call	noted
	ldc	0
	call	equal
stoperr_saves_iptr:
	ldpi	.one
	ldnl	-1
	ldpi	.stopped
	call	equal
	ldpi	.one
	adc	LOW
	runp
	call	yield
	call	noted
	ldc	2
	call	equal
	j	testhalterr_tells
.stopper:
	ldc	1
	call	note
	seterr
	stoperr
.stopped:
	ldc	2
	call	note
	stopp

testhalterr_tells:
	testhalterr
	ldc	0
	call	equal
	sethalterr
	testhalterr
	ldc	1
	call	equal
	clrhalterr
	testhalterr
	ldc	0
	call	equal

# Error is set before HaltOnError is: no halt until a further error.
an_old_error_does_not_halt:
	seterr
	sethalterr
	ldc	1
	adc	1
	clrhalterr
	call	set
	call	passed
	stopp
