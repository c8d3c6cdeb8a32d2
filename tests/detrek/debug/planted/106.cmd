goto beginning
tbreak lines_merge
continue
list
next 2
print i
list
