# gate.s - the kernel's side of calls, and other things that C cannot say.

	.equ	WDESC, 0		# words of a KCall
	.equ	NUMBER, 3

	.equ	RECEIVE, 1		# KC_RECEIVE; KC_SEND is 0
	.equ	ENDS, 1			# CALL_ENDS and CALL_DONE, less CALL_WAITS, which is MostNeg
	.equ	DONE, 2
	.equ	WAITED, 3		# KCALL_WAITED

	.equ	SAVED_WDESC, 11		# words from MostNeg: of the process that is interrupted
	.equ	SAVED_IPTR, 12
	.equ	SAVED_AREG, 13

	.equ	CALL, 0			# words from KERNEL_STACK: the KCall, then the Caller of node.h
	.equ	PROCESS, 1
	.equ	GSB, 2
	.equ	GUARD, 3
	.equ	LAST, 4
	.equ	ONE, 5			# two CallerThreads: stack, low, nbytes
	.equ	LOW, 6
	.equ	NBYTES, 7
	.equ	OTHER, 8
	.equ	OTHER_LOW, 9
	.equ	OTHER_NBYTES, 10
	.equ	CALLS, 11

	.equ	GATE, 0x5C0 / 4		# KERNEL_STACK
	.equ	SLOTS, 32		# CALL_SLOTS

# __gate: the process that serves callers of low priority. It lies at KERNEL_STACK; a caller runs it, which
# interrupts the caller with the address of its KCall in Areg. Most calls are of one of the two threads that
# called last: Error, which the caller has left as it was, is clear; the workspace is in the stack of one of
# them; its guard is intact; and its process has no signals. Of all others, kernel_enter finds out more.
#
# The call goes straight to the function that carries it out, and is answered here. Most calls send or receive
# a message, so these are tried first. Few jumps are taken on their way, because each waits for the memory.
	.global	__gate_call
__gate_call:
	ldl	CALL
	ldnl	NUMBER
	dup
	cj	.send
	eqc	RECEIVE
	cj	.rest
	ldl	CALL
	ldl	PROCESS
	ldl	GSB
	call	message_receive
.answer:
	dup
	mint
	diff
	cj	.waits
	mint
	stnl	SAVED_AREG
.stop:
	stopp
	.global	__gate
__gate:
	mint
	ldnl	SAVED_AREG
	stl	CALL
	mint
	ldnl	SAVED_WDESC
	dup
	ldl	CALL
	stnl	WDESC
	testerr
	cj	.enter
	ldl	LOW
	diff
	ldc	0			# the borrow
	rev
	ldl	NBYTES
	ldiff
	rev
	cj	.other
	ldlp	ONE
	stl	LAST
	ldl	LOW
	ldnl	0
	ldl	GUARD
	diff
	cj	__gate_call
.enter:
	ldl	CALL
	ldl	GSB
	call	kernel_enter
	j	.stop
.other:					# the 0 by which we jumped is the borrow
	ldl	CALL
	ldnl	WDESC
	ldl	OTHER_LOW
	diff
	ldl	OTHER_NBYTES
	ldiff
	rev
	cj	.enter
	ldlp	OTHER
	stl	LAST
	ldl	OTHER_LOW
	ldnl	0
	ldl	GUARD
	diff
	cj	__gate_call
	j	.enter
.send:
	ldl	CALL
	ldl	PROCESS
	ldl	GSB
	call	message_send
	j	.answer
.rest:
	ldl	CALL
	ldl	PROCESS
	ldl	GSB
	call	carry_out
	dup
	mint
	adc	ENDS
	diff
	cj	.stop
	dup
	mint
	adc	DONE
	diff
	cj	.stop
	j	.answer
.waits:					# take the caller from the processor; its Wptr is its KCall
	mint
	ldnl	SAVED_IPTR
	adc	WAITED
	ldl	CALL
	stnl	-1
	mint
	adc	1			# PRIORITY_LOW
	mint
	stnl	SAVED_WDESC
	j	.stop

# carry_out(process, call): goes to the function that carries out the call, which returns to our caller.
	.global	carry_out
carry_out:
	ldl	3			# behind return address and gsb: process, call
	ldnl	NUMBER
	dup
	ldc	-SLOTS
	and
	eqc	0
	cj	.unknown
	mint
	ldnl	GATE + CALLS
	wsub
	ldnl	0
	gcall
.unknown:
	j	call_unknown

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

	.equ	HIGH, GATE - 16		# below what the gate uses

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
