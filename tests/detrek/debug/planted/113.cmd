goto end
node n4
bt 2
goto task 0 compute
list 13
list lines_sort
list
