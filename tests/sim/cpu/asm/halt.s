# HaltOnError: the moment Error is set the processor halts.
# chips: T414 T800 T805
# stops: halted by Error
	.include "check.inc"

_start:
	ajw	64		# room below for what waits and calls
	call	passed
	sethalterr
	ldc	0x7fffffff
	adc	1
	call	wrong
