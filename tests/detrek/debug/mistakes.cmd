frob
print
print kept.x
print nothing
print 1 / 0
break nowhere
break compute.c:99999
break compute_fn if tasks == 3
break compute_fn if 3 +
watch 5
catch nothing
delete 7
goto 99s
goto nonsense
goto node 7 5
node 9
process 1.99
process x
list nowhere
x
x/q 5
x/w 4
print kept = 5
step x
info frob
echo said
help step
