# gate.s - the kernel's side of calls, and other things that C cannot say.

	.equ	WDESC, 0		# words of a KCall
	.equ	SELF, 4
	.equ	STATUS, 16		# what the processor has saved of the caller, in words from MostNeg

	.equ	CALL, 0			# words from KERNEL_STACK: the KCall, then the Caller of node.h
	.equ	STACK, 2
	.equ	LOW, 3
	.equ	NBYTES, 4
	.equ	PID, 5
	.equ	GSB, 6
	.equ	GUARD, 7
	.equ	OTHER, 8
	.equ	OTHER_LOW, 9
	.equ	OTHER_NBYTES, 10

# __gate: the process that serves callers of low priority. It lies at KERNEL_STACK; the caller puts the
# address of its KCall there and runs it. Most calls are of the thread that called last: its pid and its stack's
# guard are as they should be, and Error is clear, if all that would tell otherwise comes to zero; and its
# workspace is in its stack. Or they are of the other thread, which then becomes the last. Of all others,
# kernel_enter finds out more.
	.global	__gate
__gate:
	ldl	CALL
	ldnl	SELF
	ldl	PID
	xor
	ldl	LOW
	ldnl	0
	ldl	GUARD
	xor
	or
	mint
	ldnl	STATUS
	mint
	and
	or
	eqc	0
	cj	.enter
	ldc	0
	ldl	CALL
	ldnl	WDESC
	ldl	LOW
	diff
	ldl	NBYTES
	ldiff
	rev
	cj	.other
.call:
	ldl	CALL
	ldl	GSB
	call	kernel_call
	stopp
	j	__gate
.other:
	ldl	OTHER_LOW
	ldnl	0
	ldl	GUARD
	xor
	eqc	0
	cj	.enter
	ldc	0
	ldl	CALL
	ldnl	WDESC
	ldl	OTHER_LOW
	diff
	ldl	OTHER_NBYTES
	ldiff
	rev
	cj	.enter
	ldl	STACK
	ldl	OTHER
	stl	STACK
	stl	OTHER
	ldl	LOW
	ldl	OTHER_LOW
	stl	LOW
	stl	OTHER_LOW
	ldl	NBYTES
	ldl	OTHER_NBYTES
	stl	NBYTES
	stl	OTHER_NBYTES
	j	.call
.enter:
	ldl	CALL
	ldl	GSB
	call	kernel_enter
	stopp
	j	__gate

# __call_with(gsb, function, argument): a program's function, with the program's data.
	.global	__call_with
__call_with:
	ldl	4			# behind our own gsb: gsb, function, argument
	ldl	2
	call	1f
	ret
1:	ldl	7
	gcall

# __halt: where threads of ended processes come to their end.
	.global	__halt
__halt:
	stopp

# __deep(function, a, b): a function of the kernel on the kernel's own stack, for processes whose stacks
# are small; its result. It must not wait, nor use __deep itself.

	.equ	HIGH, 0x5C0 / 4 - 16	# KERNEL_STACK, below what the gate uses

	.global	__deep
__deep:
	mint
	ldnlp	HIGH
	gajw				# Areg: our Wptr
	stl	1
	ldl	1
	ldnl	2
	stl	0
	ldl	1
	ldnl	4
	ldl	1
	ldnl	3
	ldl	1
	ldnl	1
	call	2f
	stl	2
	ldl	1
	gajw
	mint
	ldnl	HIGH + 2
	ret
2:	ldl	4
	gcall
