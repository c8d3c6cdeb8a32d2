goto task 1 compute
print *(Board *)task
list
