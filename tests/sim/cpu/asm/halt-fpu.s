# FP_Error alone halts nothing; fpchkerror makes it Error.
# chips: T800 T805
# stops: halted by Error
	.include "check.inc"

_start:
	ajw	64		# room below for what waits and calls
	fpuseterror
	fpchkerror
	testerr
	ldc	0
	call	equal
	fptesterror
	ldc	0
	call	equal
	fptesterror
	ldc	1
	call	equal
	fpchkerror
	testerr
	ldc	1
	call	equal
	fpuseterror
	fpuclearerror
	fpchkerror
	testerr
	ldc	1
	call	equal
	sethalterr
	fpuseterror
	call	passed
	fpchkerror
	call	wrong
