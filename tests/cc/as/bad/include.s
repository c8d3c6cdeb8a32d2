	.include "missing.s"
	.include missing
