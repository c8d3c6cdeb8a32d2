goto task 0 compute
tbreak interval_halve
continue
print middle
list interval_halve
