info nodes
info breakpoints
tbreak compute_fn
continue
bt
info args
list
step
step
info locals
next
next
print l->value[i]
print term
print *l
print l->value[0] @ 3
finish
next
next
print kept
next
reverse-next
reverse-next
reverse-step
reverse-finish
bt
up
info locals
down
frame 1
stepi
reverse-stepi
until compute_fn
