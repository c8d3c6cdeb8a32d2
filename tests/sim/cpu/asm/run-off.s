# Code that runs off the end of memory stops the node.
# chips: T414 T800 T805
# stops: accessed an address outside its memory (8001000
	.include "check.inc"

	.equ	END, 0x80010000

_start:
	ajw	64		# room below for what waits and calls
	call	passed
	ldc	0x41404140	# ldc 0, ldc 1, ...
	ldc	END - 4
	stnl	0
	ldc	END - 4
	gcall
	call	wrong
