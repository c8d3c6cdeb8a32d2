goto task 2 compute
tbreak interval.c:64
continue
print half
list interval_halve
list
