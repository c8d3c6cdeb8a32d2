# A board whose bus floats: where no memory is, reads give all ones and writes are lost.
# chips: T414 T800 T805
# node: unmapped=float
	.include "check.inc"

	.equ	END, 0x80010000		# of the 64 KB of memory

_start:
	ajw	64		# room below for what waits and calls
word_above:
	ldc	END
	ldnl	0
	ldc	-1
	call	equal
	ldc	5
	ldc	END
	stnl	0
	ldc	END
	ldnl	0
	ldc	-1
	call	equal
last_word:
	ldc	5
	ldc	END
	stnl	-1
	ldc	END
	ldnl	-1
	ldc	5
	call	equal
byte_above:
	ldc	5
	ldc	END
	sb
	ldc	END
	lb
	ldc	255
	call	equal
last_byte:
	ldc	7
	ldc	END - 1
	sb
	ldc	END
	ldnl	-1
	ldc	0x07000005
	call	equal
below:
	ldc	0x7ffffffc
	ldnl	0
	ldc	-1
	call	equal
far:
	ldc	0
	ldnl	0
	ldc	-1
	call	equal
word_addresses_are_cut:
	ldc	END - 1
	ldnl	0
	ldc	0x07000005
	call	equal
	ldc	9
	ldc	END - 2
	stnl	0
	ldc	END
	ldnl	-1
	ldc	9
	call	equal
	call	passed
	stopp
