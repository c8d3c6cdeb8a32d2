# kcall.s - into the kernel: __kcall(KCall *), at either priority; its result.
#
# Of low priority, the caller leaves its KCall where the kernel's gate finds it and runs that process, which
# pre-empts it at once; when the caller goes on, the call has been answered, or the caller stops until somebody
# runs it again. Of high priority, nothing can come in between: the caller goes over to the kernel's stack and calls
# it. kernel/kcall.h has the places.

	.equ	WDESC, 0		# words of a KCall
	.equ	STATE, 1		# 0: answered at once; KCALL_WAITS, with signals if there were any
	.equ	RESULT, 2

	.equ	ENTRY, 30		# NodeWords.kernel and kernel_gsb, in words from MostNeg
	.equ	GSB, 31
	.equ	GATE, 0x5C0 / 4		# KERNEL_STACK
	.equ	HIGH, GATE - 16		# Wptr for callers of high priority: above it the gate's own words

	.equ	DATA, 1			# words of our workspace: return address, gsb, the KCall
	.equ	CALL, 2

	.global	__kcall
__kcall:
	ldpri
	cj	.high
	ldlp	0
	adc	1
	ldl	CALL
	stnl	WDESC
	ldl	CALL
	mint
	stnl	GATE
	mint
	ldnlp	GATE
	runp
.check:
	ldl	CALL
	ldnl	STATE
	eqc	0
	cj	.waits
.answered:
	ldl	CALL
	ldnl	RESULT
	ret
.waits:
	stopp
	ldl	CALL
	ldnl	STATE
	mint
	xor
	cj	.answered
	ldl	CALL
	ldl	DATA
	call	__signalled
	eqc	0
	cj	__kcall
	j	.answered
.high:
	ldlp	0
	ldl	CALL
	stnl	WDESC
	mint
	ldnlp	HIGH
	gajw				# Areg: our Wptr
	stl	1
	mint
	ldnl	ENTRY
	stl	0
	ldl	1
	ldnl	CALL
	mint
	ldnl	GSB
	call	.enter
	ldl	1
	gajw
	j	.check
.enter:
	ldl	4			# the entry, above what the call stored
	gcall
