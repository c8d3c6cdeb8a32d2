# The undocumented operations that show and set internal registers.
# chips: T414 T800 T805
	.include "check.inc"

_start:
	ajw	64		# room below for what waits and calls
status_has_error_and_haltonerror:
	testlds
	ldc	0
	call	equal
	seterr
	testlds
	mint
	call	equal
	testerr
	ldc	0
	call	equal
	ldc	0x80
	teststs
	testhalterr
	ldc	1
	call	equal
	mint
	teststs
	testhalterr
	ldc	0
	call	equal
	testerr
	ldc	0
	call	equal
dreg_is_kept:
	ldc	0x1234
	teststd
	testldd
	ldc	0x1234
	call	equal
ereg_is_0_between_instructions:
	ldc	99
	testste
	testlde
	ldc	0
	call	equal
testpranal_after_a_reset:
	testpranal
	ldc	0
	call	equal
	call	passed
	stopp
