# crt0.s - where a program booted over a link begins.
#
# Wptr is above the image, Creg the boot link's input channel. The stack lies there, the heap above
# it; their sizes are the linker's --stack and --heap. __start(link) does not return.

	.global	_start
_start:
	ajw	__stack_size / 4
	ajw	-8			# the words that a call and a waiting process use
	stl	0			# Areg and Breg tell of an Analyse; nobody asks
	stl	0
	stl	0			# Creg
	ldl	0
	ldpi	__data_start		# gsb
	call	__start
	stopp
