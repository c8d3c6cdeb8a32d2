goto end
node n0
bt 2
list
