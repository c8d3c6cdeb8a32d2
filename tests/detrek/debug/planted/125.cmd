goto task 2 compute
until interval.c:64
print half
list interval_halve
list
