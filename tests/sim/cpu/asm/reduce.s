# The argument of a sine is reduced as INMOS's libraries do it: the remainder by pi, and the quotient under it.
# chips: T800 T801 T805
	.include "check.inc"

	.section .rodata
	.align	4
.x:	.double	100.0
.pi:	.double	3.141592653589793
.small:	.float	7.0
.two:	.float	2.0
	.bss
.word:	.space	8
	.text

_start:
	ajw	64
	j	the_quotient_is_32

# quotient: FBreg rem FAreg, as compilers write it; the quotient as an integer, FAreg then the remainder.
quotient:
	fpremfirst
	eqc	0
	cj	1f
2:	fpremstep
	cj	2b
1:	fprev
	fpdup
	fprtoi32
	ldpi	.word
	fpstnli32
	fprev
	ldpi	.word
	ldnl	0
	stl	1
	ldl	1
	ret

the_quotient_is_32:
	ldpi	.x
	fpldnldb
	ldpi	.pi
	fpldnldb
	call	quotient
	ldc	32
	call	equal
the_remainder_is_negative:
	ldpi	.word
	fpstnldb
	ldpi	.word
	ldnl	1
	ldc	0xbfe0fdaa	# 100 - 32 * pi = -0.5309649148733797
	call	equal
the_quotient_is_still_there:
	ldpi	.word
	fpstnldb
	ldpi	.word
	ldnl	1
	ldc	0x40400000
	call	equal
halves_go_to_even:
	ldpi	.small
	fpldnlsn
	ldpi	.two
	fpldnlsn
	call	quotient
	ldc	4
	call	equal
	call	passed
	stopp
