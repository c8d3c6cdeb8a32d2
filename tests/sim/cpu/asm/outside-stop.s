# An access where no memory is stops the node.
# chips: T414 T800 T805
# stops: accessed an address outside its memory (80010000
	.include "check.inc"

_start:
	ajw	64		# room below for what waits and calls
	call	passed
	ldc	0x80010000
	ldnl	0
	call	wrong
