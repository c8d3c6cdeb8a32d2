# Two threads wait for ever: each has the account that the other one wants.
continue
info processes 1
process 1.1
frame 4
print *o->to
process 1.2
frame 4
print *o->to
last o->to->lock.count
