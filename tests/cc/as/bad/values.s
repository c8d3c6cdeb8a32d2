f:	ldc	f
	ldpi	3
	ldl	f - 1
	ldc	f * 2
	ldc	f + f
	ldc	-f
	.byte	256
	.byte	-129
	.half	late
	.byte	f
	late = 65536
	.uleb	f
	.uleb	g - f - 100
	.space	f
	.space	f - g
g:
