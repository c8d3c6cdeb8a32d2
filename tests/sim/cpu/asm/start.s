# start: begin again as after reset, waiting for a boot link.
# chips: T414 T800 T805
	.include "check.inc"

_start:
	ajw	64		# room below for what waits and calls
	call	passed
	start
	call	wrong
