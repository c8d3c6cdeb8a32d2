# Operands of direct functions: the shortest chain of prefixes, at every change of length.
	ldc	0
	ldc	15
	ldc	16
	ldc	255
	ldc	256
	ldc	0x754		# the data books' example
	ldc	4095
	ldc	4096
	ldc	0x7fffffff
	ldc	-1
	ldc	-16
	ldc	-17
	ldc	-256
	ldc	-257
	ldc	-31		# the data books' example
	ldc	-4096
	ldc	0x80000000
	ldc	-2147483648
	ldc	0xffffffff
	ldl	3
	stl	16
	adc	-1
	ajw	-20
	ldnl	2
	stnl	-1
	ldlp	40
	ldnlp	-40
	eqc	'A'
