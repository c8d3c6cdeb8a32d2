# The floating-point registers, rounding and error of the two priorities are apart.
# chips: T800 T805
	.include "check.inc"

	.bss
	.space	128
.high:	.space	160
.out:	.space	16
	.section .rodata
	.align	4
.one:	.float	1.0
.two:	.float	2.0
.three:	.double	3.0
.small:	.float	0x1p-30
	.text

_start:
	ajw	64		# room below for what waits and calls
	j	the_stack_comes_back

at:
	ldl	1
	ldpi	.high
	stnl	-1
	ldpi	.high
	runp
	ret

the_stack_comes_back:
	ldpi	.three
	fpldnldb
	ldpi	.two
	fpldnlsn
	ldpi	.one
	fpldnlsn
	ldpi	.trample
	call	at
	ldpi	.out
	fpstnlsn
	ldpi	.out
	ldnl	0
	ldc	0x3f800000
	call	equal
	ldpi	.out
	fpstnlsn
	ldpi	.out
	ldnl	0
	ldc	0x40000000
	call	equal
	ldpi	.out
	fpstnldb
	ldpi	.out
	ldnl	1
	ldc	0x40080000
	call	equal
	j	rounding_comes_back
.trample:
	fpldzerodb
	fpldzerodb
	fpldzerodb
	fpurz
	fpuseterror
	stopp

rounding_comes_back:
	ldpi	.one
	fpldnlsn
	ldpi	.small
	fpldnlsn
	fpurp
	ldpi	.add
	call	at
	fpadd
	ldpi	.out
	fpstnlsn
	ldpi	.out
	ldnl	0
	ldc	0x3f800001
	call	equal
	j	error_is_apart
.add:
	ldpi	.one
	fpldnlsn
	ldpi	.small
	fpldnlsn
	fpadd
	ldpi	.out
	fpstnlsn
	ldpi	.out
	ldnl	0
	ldc	0x3f800000
	call	equal
	fptesterror
	ldc	0
	call	equal
	stopp

error_is_apart:
	fptesterror
	ldc	1
	call	equal

division_is_waited_for:
	ldpi	.three
	fpldnldb
	ldpi	.three
	fpldnldb
	fpdiv
	ldpi	.divide
	call	at
	ldpi	.out
	fpstnldb
	ldpi	.out
	ldnl	1
	ldc	0x3ff00000
	call	equal
	call	passed
	stopp
.divide:
	ldpi	.two
	fpldnlsn
	ldpi	.one
	fpldnlsn
	fpdiv
	ldpi	.out
	fpstnlsn
	ldpi	.out
	ldnl	0
	ldc	0x40000000
	call	equal
	stopp
