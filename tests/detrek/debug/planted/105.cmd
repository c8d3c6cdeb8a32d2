goto end
node n2
info args
print i
list
