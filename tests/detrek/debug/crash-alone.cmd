# --task 49.0000
# The function that deTrEK names, with its input.
bt 2
info args
print *(char *)task @ nbytes
continue
bt 3
up
reverse-finish
info nodes
