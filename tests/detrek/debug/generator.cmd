# --task 2 generator
# The generator with what it has made before.
bt
print n
next
next
print l
continue
reverse-next
info locals
