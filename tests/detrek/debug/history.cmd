print
print $
break sum
continue
print *l
print l->n
print $ * 10
print $$2.n
print
print $1.value[2]
delete 1
finish
print $1.n - $2
print $9
print $$8
print/x $$2
print l
print $20
print $$20
print $l
print $1 = 2
print &$1
print kept.last
print $[0] == kept.last[0]
call sum(task)
print $ + 1
info values
break sum if l->n == $2
condition 2 l->n == $2 + 2
continue
print l->n
