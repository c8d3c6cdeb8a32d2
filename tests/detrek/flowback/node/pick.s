# pick: 7, which stays in Areg from the branch on that has chosen it.
	.text
	.global	pick
	.type	pick, function
pick:
	ldc	3
	ldc	2
	gt
	cj	.Lsmall
	ldc	7
	j	.Lboth
.Lsmall:
	ldc	8
.Lboth:
	ret
	.size	pick, .-pick
