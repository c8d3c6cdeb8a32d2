# What the image says of names.
	.global	f, g
	.type	f, function
f:	ret
	.size	f, . - f
	.type	table, object
	.size	table, 8
g = 42
	.weak	h
h:	ret
	.entry	main
main:	ret
.hidden: ret
1:	ret
	.data
table:	.word	1, 2
