	lddevid
	fpad
	ldc
	add	3
	ldc	1 2
	ldc	1,
	pfix	16
	nfix	-1
	.wurd	3
	ldl	3 ; @
	ldc	07
	ldc	0x
	ldc	12ab
	ldc	99999999999999999999
	.ascii	"abc
	.ascii	"\q"
	.byte	''
	.section .bss
	.word	3
