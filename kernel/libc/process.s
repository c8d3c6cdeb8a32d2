# process.s - the first and last instructions of a process started by process_start.
#
# At Wptr: function, gsb, argument, channel for the end (0: none).

	.global	__process
__process:
	ajw	-8			# words for the call below the record
	ldl	10			# the argument
	ldl	9			# gsb
	call	1f
	ldl	11
	cj	2f
	ldl	11
	ldc	0
	outword
2:	stopp
1:	ldl	12			# the function; its frame has four words on top of ours
	gcall
