# kcall.s - the calls of the kernel, as functions of C (kernel.h, lib.h), at either priority.
#
# A call is a KCall: the words that its function reserves on its stack, followed by those with which it was
# called: return address, gsb, arguments. kernel/kcall.h has its layout. Each function stores what its caller
# has not, and jumps to __kcall, which returns to that caller. A function's own ret is never reached: it is where
# the readers of logs see the function's end.
#
# A caller of low priority runs the kernel's gate, which interrupts it at once. The processor saves the caller's
# Areg, which is the address of its KCall. The gate reads the saved Areg, and replaces it by the answer. If the
# call has to wait, the gate takes the caller from the processor, and the caller later goes on at .waited.
# Nothing interrupts a caller of high priority: it changes to the kernel's stack, and calls the kernel.

	.equ	WDESC, 0		# words of a KCall, which is at our Wptr
	.equ	STATE, 1
	.equ	RESULT, 2
	.equ	NUMBER, 3
	.equ	THEN, 5
	.equ	FRAME, 8		# words before the return address
	.equ	DATA, 9			# gsb
	.equ	ARGUMENT, 10

	.equ	ENTRY, 30		# NodeWords.kernel and kernel_gsb, in words from MostNeg
	.equ	GSB, 31
	.equ	GATE, 0x5C0 / 4		# KERNEL_STACK
	.equ	HIGH, GATE - 16		# Wptr for callers of high priority: above it the gate's own words

	.equ	SEND, 0			# KC_...
	.equ	RECEIVE, 1
	.equ	EXCHANGE, 2
	.equ	ALLOC, 3
	.equ	SEM_WAIT, 4
	.equ	SEM_TRY, 5
	.equ	SEM_SIGNAL, 6

	.equ	TRY, 1			# HOW_...
	.equ	LOCAL, 2
	.equ	LINK, 4
	.equ	PROBE, 16

	.global	__kcall
__kcall:
	ldpri
	cj	.high
	ldlp	0
	mint
	ldnlp	GATE
	runp
	ajw	FRAME			# KCALL_WAITED: these two are three bytes
	ret
.waited:
	ldl	STATE
	mint
	xor
	cj	.answered
.resumed:
	ldlp	0
	ldl	DATA
	call	__resumed
	eqc	0
	cj	__kcall
.answered:
	ldl	RESULT
	ajw	FRAME
	ret
.high:
	stl	STATE			# 0, by which we jumped
	ldlp	0
	stl	WDESC
	mint
	ldnlp	HIGH
	gajw				# Areg: our Wptr
	stl	1
	mint
	ldnl	ENTRY
	stl	0
	ldl	1
	mint
	ldnl	GSB
	call	.enter
	ldl	1
	gajw
	ldl	STATE
	cj	.answered
	stopp
	j	.resumed
.enter:
	ldl	4			# the entry, above what the call stored
	gcall

# __call(number, a, b, c, d): any call.
	.global	__call
__call:
	ajw	-FRAME
	ldl	ARGUMENT
	stl	NUMBER
	ldl	ARGUMENT + 1
	stl	ARGUMENT
	ldl	ARGUMENT + 2
	stl	ARGUMENT + 1
	ldl	ARGUMENT + 3
	stl	ARGUMENT + 2
	ldl	ARGUMENT + 4
	stl	ARGUMENT + 3
	j	__kcall
	ret

# Calls with one argument. break_threads.c replaces those of semaphores in some programs.
	.weak	sem_wait
sem_wait:
	ajw -FRAME; ldc SEM_WAIT; stl NUMBER; j __kcall; ret
	.weak	sem_try
sem_try:
	ajw -FRAME; ldc SEM_TRY; stl NUMBER; j __kcall; ret
	.weak	sem_signal
sem_signal:
	ajw -FRAME; ldc SEM_SIGNAL; stl NUMBER; j __kcall; ret
	.global	kalloc
kalloc:
	ajw -FRAME; ldc ALLOC; stl NUMBER; j __kcall; ret

# Messages: Nmsg *; the second argument is how.
	.global	ksend
ksend:
	ajw -FRAME; ldc LOCAL; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	krecv
krecv:
	ajw -FRAME; ldc 0; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	ktry_send
ktry_send:
	ajw -FRAME; ldc LOCAL | TRY; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	ktry_recv
ktry_recv:
	ajw -FRAME; ldc TRY; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	dsend
dsend:
	ajw -FRAME; ldc LINK; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	drecv
drecv:
	ajw -FRAME; ldc 0; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	dtry_send
dtry_send:
	ajw -FRAME; ldc LINK | TRY; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	dtry_recv
dtry_recv:
	ajw -FRAME; ldc TRY; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	nsend
nsend:
	ajw -FRAME; ldc 0; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	nrecv
nrecv:
	ajw -FRAME; ldc 0; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	ntry_send
ntry_send:
	ajw -FRAME; ldc TRY; stl ARGUMENT + 1; ldc SEND; stl NUMBER; j __kcall; ret
	.global	ntry_recv
ntry_recv:
	ajw -FRAME; ldc TRY; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret
	.global	nprobe
nprobe:
	ajw -FRAME; ldc PROBE; stl ARGUMENT + 1; ldc RECEIVE; stl NUMBER; j __kcall; ret

# Exchanges: Nmsg * to send, Nmsg * to receive then.
	.global	ksr
ksr:
	ajw -FRAME; ldl ARGUMENT + 1; stl THEN; ldc LOCAL; stl ARGUMENT + 1; ldc EXCHANGE; stl NUMBER; j __kcall; ret
	.global	dsfr
dsfr:
	ajw -FRAME; ldl ARGUMENT + 1; stl THEN; ldc LINK; stl ARGUMENT + 1; ldc EXCHANGE; stl NUMBER; j __kcall; ret

# __kcall_end: the end of these functions; a process that comes here stops.
	.global	__kcall_end
__kcall_end:
	stopp
