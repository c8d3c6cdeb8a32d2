# Jumps, calls, loops, prefixes and the workspace pointer.
# chips: T414 T425 T800 T805
	.include "check.inc"

	.equ	TRIED, 1	# a local: how often
	.equ	LOOP, 2		# a loop's control block, two words
	.equ	OLD, 4

_start:
	ajw	64		# room below for what waits and calls
	ldc	0
	stl	TRIED

j_forwards:
	j	1f
	call	wrong
1:	j	2f
j_backwards:
	j	1f
2:	j	j_backwards
	call	wrong
1:

cj_taken_keeps_the_stack:
	ldc	7
	ldc	0
	cj	1f
	call	wrong
1:	ldc	0
	call	equal
cj_not_taken_pops:
	ldc	7
	ldc	5
	cj	1f
	ldc	7
	call	equal
	j	2f
1:	call	wrong
2:

cj_backwards:
	ldc	3
	stl	TRIED
1:	ldl	TRIED
	adc	-1
	stl	TRIED
	ldl	TRIED
	eqc	0
	cj	1b
	ldl	TRIED
	ldc	0
	call	equal

call_keeps_the_registers_in_the_workspace:
	ldc	33
	ldc	22
	ldc	11
	call	.called
	ldc	0xbeef
	call	equal
	j	1f
.called:
	ldl	1
	ldc	11
	call	equal
	ldl	2
	ldc	22
	call	equal
	ldl	3
	ldc	33
	call	equal
	ldc	0xbeef
	ret
1:

call_loads_the_return_address:
	call	.address
.after:
	j	1f
.address:
	ldpi	.after
	call	equal
	ret
1:

gcall_exchanges:
	ldpi	.there
	gcall
.here:
	call	wrong
.there:
	ldpi	.here
	call	equal

gajw_exchanges:
	ldlp	-4
	gajw
	stl	2
	ldlp	4
	ldl	2
	gajw
	ldlp	-4
	call	equal
gajw_wants_a_word:
	ldlp	0
	adc	3
	gajw
	stl	OLD
	ldlp	0
	ldl	OLD
	call	equal

ajw_there_and_back:
	ldlp	1000
	ajw	1000	
	ldlp	0
	call	equal
	ajw	1000

ldpi_goes_back:
	ldc	ldpi_goes_back - 1f
	ldpi
1:	ldpi	ldpi_goes_back
	call	equal

lend_counts:
	ldc	100
	stl	LOOP
	ldc	5
	stl	LOOP + 1
	ldc	0
	stl	TRIED
.body:
	ldl	TRIED
	adc	1
	stl	TRIED
	ldlp	LOOP
	ldc	.end - .body
	lend
.end:
	ldl	TRIED
	ldc	5
	call	equal
	ldl	LOOP
	ldc	104
	call	equal
	ldl	LOOP + 1
	ldc	0
	call	equal
lend_once:
	ldc	-7
	stl	LOOP + 1
	ldlp	LOOP
	ldc	0x100000
	lend
	ldl	LOOP + 1
	ldc	-8
	call	equal

altend_goes_to_the_branch:
	ldc	2f - 1f
	stl	0
	altend
1:	call	wrong
2:	ldc	6f - 3f
	stl	0
	j	4f
6:	j	5f
4:	altend
3:	call	wrong
5:

prefixes_build_32_bits:
	pfix	1
	pfix	2
	pfix	3
	pfix	4
	pfix	5
	pfix	6
	pfix	7
	ldc	8
	ldc	0x12345678
	call	equal
prefixes_beyond_32_bits:
	pfix	15
	pfix	15
	pfix	1
	pfix	2
	pfix	3
	pfix	4
	pfix	5
	pfix	6
	pfix	7
	ldc	8
	ldc	0x12345678
	call	equal
nfix_in_the_middle:
	pfix	15
	pfix	0
	nfix	3
	pfix	2
	ldc	1
	ldc	0xfff0fc21
	call	equal
nfix_again:
	nfix	0
	nfix	0
	ldc	0
	ldc	0xf0
	call	equal
pfix_0_does_nothing:
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	pfix	0
	ldc	9
	ldc	9
	call	equal
operand_is_used_once:
	ldc	0x100
	ldc	1
	ldc	1
	call	equal

	call	passed
	stopp
