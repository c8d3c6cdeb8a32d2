# Two threads wait for ever: each has the account that the other one wants.
continue
info processes 1
process 1.1
print *o->to->owner @ 4
process 1.2
print *o->to->owner @ 4
last o->to->lock.count
bt
print account[1].owner
