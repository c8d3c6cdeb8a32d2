| Functions that the proof takes or refuses: for each, what it says, or "right". A function's frame is entered by call: word 0 is the
| return address, 1 gsb, 2 and 3 the registers' arguments, 4 and on the caller's.
| own_words right
own_words:
	ajw	-2
	ldc	5
	stl	4
	ldlp	5
	ldl	0
	rev
	stnl	0
	ldl	1
	ldlp	0
	adc	1
	sb
	ajw	2
	ret
| return_address overwrites the return address
return_address:
	ajw	-1
	ldc	1
	stl	1
	ajw	1
	ret
| base overwrites gsb, the base of the data
base:
	ajw	-1
	ldc	1
	stl	2
	ajw	1
	ret
| base_by_address overwrites gsb, the base of the data
base_by_address:
	ldc	1
	ldlp	0
	stnl	1
	ret
| caller overwrites its caller's workspace
caller:
	ajw	-3
	ldc	1
	stl	7
	ajw	3
	ret
| caller_by_byte overwrites its caller's workspace
caller_by_byte:
	ldc	1
	ldlp	3
	adc	4
	sb
	ret
| caller_by_real overwrites its caller's workspace
caller_by_real:
	ajw	-2
	fpldzerodb
	ldlp	5
	fpstnldb
	ajw	2
	ret
| return_by_move overwrites the return address
return_by_move:
	ajw	-4
	ldlp	0
	ldlp	1
	ldc	13
	move
	ajw	4
	ret
| move_inside right
move_inside:
	ajw	-4
	ldlp	0
	ldlp	1
	ldc	12
	move
	ajw	4
	ret
| input_into_base overwrites gsb, the base of the data
input_into_base:
	ldlp	1
	ldlp	2
	ldc	4
	in
	ret
| exchanged overwrites the return address
exchanged:
	ajw	-1
	ldlp	1
	ldc	5
	rev
	stnl	0
	ajw	1
	ret
| doubled overwrites the return address
doubled:
	ajw	-1
	ldlp	1
	dup
	stnl	0
	ajw	1
	ret
| either_way right
either_way:
	ajw	-2
	ldl	0
	cj	other
	ldlp	0
	stl	1
	j	meet
other:
	ldl	0
	stl	1
meet:
	ldc	3
	ldl	1
	stnl	0
	ajw	2
	ret
| goes_anywhere gcall without a table of where it goes
goes_anywhere:
	ldl	2
	gcall
| goes_by_table right
goes_by_table:
	ldl	2
	gcall
	.align	4
table:
	.word	one - table
	.word	two - table
	.word	0
one:
	ldc	1
	ret
two:
	ldc	2
	ret
| table_to_bad overwrites the return address
table_to_bad:
	ldl	2
	gcall
	.align	4
table_bad:
	.word	bad - table_bad
	.word	0
bad:
	ldc	1
	stl	0
	ret
| too_few pops a word from an empty stack
too_few:
	add
	ret
| elsewhere returns with Wptr elsewhere than at the entry
elsewhere:
	ajw	-1
	ret
