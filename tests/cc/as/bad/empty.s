# Nothing to load.
	.equ	x, 3
