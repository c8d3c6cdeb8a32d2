# floating.s - a polynomial in doubles, its remainder in singles, integers beside them.
	.equ	X, 1			# doubles: two words each
	.equ	SUM, 3
	.equ	S, 5
	.equ	COUNT, 6
start:	ajw	16
	ldpi	values
	fpldnldb
	ldlp	X
	fpstnldb
	fpldzerodb
	ldlp	SUM
	fpstnldb
	fpldzerosn
	ldlp	S
	fpstnlsn
	ldc	0
	stl	COUNT
1:	ldpi	values
	ldnlp	2
	fpldnldb
	ldlp	X
	fpldnlmuldb
	ldpi	values
	ldnlp	4
	fpldnladddb
	ldlp	X
	fpldnldb
	fpmul
	ldlp	SUM
	fpldnladddb
	ldpi	values
	fpldnldb
	fpsub
	ldlp	SUM
	fpstnldb
	ldpi	values
	ldnlp	6
	fpldnlsn
	ldlp	S
	fpldnladdsn
	ldpi	values
	ldnlp	6
	fpldnlsn
	fpmul
	ldlp	S
	fpstnlsn
	ldl	COUNT
	adc	1
	stl	COUNT
	j	1b
	.align	4
values:	.double	0.99, 0.5, 0.25
	.float	0.625
