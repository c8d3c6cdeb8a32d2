# kcall.s - into the kernel: __kcall(KCall *), at either priority.
#
# Of low priority, the caller leaves its KCall where the kernel's gate finds it and runs that process, which
# pre-empts it at once; when the caller goes on, the kernel has set DONE, or it stops until somebody runs it
# again. Of high priority, nothing can come in between: the caller goes over to the kernel's stack and calls it.
# kernel/kcall.h has the places.

	.equ	WDESC, 0		# words of a KCall
	.equ	DONE, 1

	.equ	ENTRY, 30		# NodeWords.kernel and kernel_gsb, in words from MostNeg
	.equ	GSB, 31
	.equ	GATE, 0x5E0 / 4		# KERNEL_STACK
	.equ	HIGH, GATE - 16		# Wptr for callers of high priority: above it the gate's own words

	.equ	CALL, 2			# words of our workspace: return address, gsb, the KCall

	.global	__kcall
__kcall:
	ldlp	0
	ldpri
	or
	ldl	CALL
	stnl	WDESC
	ldpri
	cj	.high
	ldl	CALL
	mint
	stnl	GATE
	mint
	ldnlp	GATE
	runp
.check:
	ldl	CALL
	ldnl	DONE
	cj	.wait
	ret
.wait:
	stopp
	ret
.high:
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
