# gate.s - the kernel's side of calls, and other things that C cannot say.

	.equ	GSB, 31			# NodeWords.kernel_gsb, in words from MostNeg

# __gate: the process that serves callers of low priority. It lies at KERNEL_STACK; the caller puts the
# address of its KCall there and runs it.
	.global	__gate
__gate:
	ldl	0
	mint
	ldnl	GSB
	call	kernel_call
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

	.equ	HIGH, 0x5E0 / 4 - 16	# KERNEL_STACK, below what the gate uses

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
