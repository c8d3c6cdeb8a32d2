# enter.s - into the kernel, on a stack of its own.
#
#	kernel_enter(entry, data, h, table, free_from, stack)
#
# calls entry(h, table, free_from, stack) with `data` as its gsb and Wptr below `stack` + BOOT_STACK;
# it does not return.

	.equ	BOOT_STACK, 4096

	.equ	ENTRY, 2		# words of the workspace: the arguments
	.equ	DATA, 3
	.equ	HEADER, 4
	.equ	TABLE, 5
	.equ	FREE, 6
	.equ	STACK, 7

	.equ	ROOM, 8			# words on the new stack: two arguments, entry, three arguments

	.global	kernel_enter
kernel_enter:
	ldl	STACK
	ldc	BOOT_STACK - 4 * ROOM
	bsub
	stl	0			# nobody returns
	ldl	FREE			# the third and fourth argument, where a callee looks for them
	ldl	0
	stnl	0
	ldl	STACK
	ldl	0
	stnl	1
	ldl	ENTRY
	ldl	0
	stnl	2
	ldl	HEADER
	ldl	0
	stnl	3
	ldl	TABLE
	ldl	0
	stnl	4
	ldl	DATA
	ldl	0
	stnl	5
	ldl	0
	gajw
	ldl	4			# table, header, gsb
	ldl	3
	ldl	5
	call	1f
1:	ldl	4 + 2			# the entry, above what the call stored
	gcall
