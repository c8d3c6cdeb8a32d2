goto task 1 compute
print *(Board *)task
break count
continue
next
next
list compute.c:12
