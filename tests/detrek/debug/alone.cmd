# --task 2
# One of the sums again: on, back, and on.
info nodes
info args
print *(List *)task
break sum
continue
finish
watch kept.limit
continue
reverse-continue
delete
continue
last kept.last
goto beginning
continue
step
info place
