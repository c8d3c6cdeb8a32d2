break sum if l->kind == SQUARES
condition 1 l->kind == SQUARES && l->n > 4
continue
info breakpoints
ptype l
ptype List
ptype *l
whatis l->value
whatis kept.last[0] + 1.5
ptype enum Kind
print (enum Kind)1
print sizeof *l
print &kept
print *&kept.limit
print $node
x/2dw kept.last
info processes
info semaphores
info programs
info functions sum
info variables kept
info registers
list compute.c:34,36
list 39,40
list 12,
list sum
list -
x/2i sum
x/2i
x/2dw kept.last
x
info watchpoints
process 1.1
info place
