# Operations by name and by number, and explicit prefixes.
	rev
	add
	and; or; xor; not	# several on a line
	ret
	stopp
	fpadd
	fpusqrtfirst
	fpudivby2
	ldpi
	opr	5
	opr	0x17c
	opr	0x1ff
	opr	0x11		# no operation has this number
	pfix	0
	pfix	15
	nfix	3
	ldc	5
