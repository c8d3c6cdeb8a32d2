goto end
node n7
list
