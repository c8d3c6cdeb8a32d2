# Lines that begin with an inlined call: the process stops before the call, and steps over it or into it.
goto beginning
break inlined.c:41 if n == 2
continue
backtrace
print n
print seed
next
print a[3]
next
step
backtrace
reverse-step
reverse-next
reverse-next
step
print seed
finish
delete
goto beginning
break inlined.c:20
condition 2 i == 1
continue
step
step
reverse-step
delete
break square if x == 2
continue
finish
reverse-step
reverse-finish
reverse-finish
info line inlined.c:52
list inlined.c:52
