goto end
node n1
print bit
print sum
list compute.c:16
