goto end
break fail
reverse-continue
frame 2
print ntasks
list generate.c:45
