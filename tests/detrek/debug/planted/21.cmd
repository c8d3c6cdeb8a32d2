goto end
node n1
bt 2
list
