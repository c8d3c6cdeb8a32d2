# crt.s - where a process begins: Wptr at its StartBlock (kernel/kcall.h), its function first, then gsb.

	.global	_start
_start:
	ajw	-8			# what a call stores, and a waiting process uses
	ldlp	8
	ldl	9
	call	__begin			# does not return
	stopp
