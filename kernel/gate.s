# gate.s - the kernel's side of calls, and other things that C cannot say.

	.equ	WDESC, 0		# words of a KCall
	.equ	STATE, 1
	.equ	RESULT, 2
	.equ	NUMBER, 3
	.equ	SELF, 4
	.equ	THEN, 5

	.equ	RECEIVE, 1		# KC_RECEIVE; KC_SEND is 0
	.equ	WAITS, -1000		# CALL_WAITS
	.equ	ENDS, -1001		# CALL_ENDS

	.equ	PENDING, 10		# a word of a Process

	.equ	CALL, 0			# words from KERNEL_STACK: the KCall, then the Caller of node.h
	.equ	PROCESS, 1
	.equ	PID, 2
	.equ	GSB, 3
	.equ	GUARD, 4
	.equ	LAST, 5
	.equ	ONE, 6			# two CallerThreads: stack, low, nbytes
	.equ	LOW, 7
	.equ	NBYTES, 8
	.equ	OTHER, 9
	.equ	OTHER_LOW, 10
	.equ	OTHER_NBYTES, 11
	.equ	CALLS, 12

	.equ	GATE, 0x5C0 / 4		# KERNEL_STACK
	.equ	SLOTS, 32		# CALL_SLOTS

# __gate: the process that serves callers of low priority. It lies at KERNEL_STACK; the caller puts the
# address of its KCall there and runs it. Most calls are of one of the two threads of a process that called
# last: Error, which the caller has left as it was, is clear; the pid is theirs; the workspace is in the stack
# of one of them; and its guard is intact. Of all others, kernel_enter finds out more.
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
	eqc	WAITS
	eqc	0
	cj	.waits
	ldl	CALL
	stnl	RESULT
	ldl	PROCESS
	ldnl	PENDING
	eqc	0
	cj	.go_on
.stop:
	stopp
	.global	__gate
__gate:
	testerr
	cj	.enter
	ldl	CALL
	ldnl	SELF
	ldl	PID
	diff
	eqc	0
	cj	.enter
	ldc	0			# the borrow
	ldl	CALL
	ldnl	WDESC
	ldl	LOW
	diff
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
	ldnl	THEN
	eqc	0
	cj	.rest
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
	eqc	ENDS
	eqc	0
	cj	.stop
	j	.answer
.waits:
	ldl	CALL
	ldnl	STATE
	mint
	or
	ldl	CALL
	stnl	STATE
	j	.stop
.go_on:
	ldl	CALL
	ldl	PROCESS
	ldl	GSB
	call	go_on
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
