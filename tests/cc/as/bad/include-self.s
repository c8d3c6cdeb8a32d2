# A file that includes itself.
	.include "include-self.s"
