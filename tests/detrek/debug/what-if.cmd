# What if: branches leave the run, which stays what it was.
break sum
continue
continue
print *l
set var l->n = 2
print *l
bt 2
finish
branches
delete
watch kept.last
continue
branch run
print *l
reverse-continue
branch what-if-1
print *l
delete
continue
branch run
goto task 3 begins
call sum(task)
print kept
set var kept.limit = 77, kept.last[0]++
print kept
branches
reverse-stepi
print kept
stepi
print kept
call sum((List *)task)
last kept.limit
branch what-if-2
goto beginning
goto end
set var kept.limit = 1000, l = 0
print sum(3)
set var 3 = 4
set var nosuch = 4
set x = 4
set var kept.limit
call nosuch(1)
call sum
branch a b
