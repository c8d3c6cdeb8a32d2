goto end
node n2
bt 3
goto task 0 join
list 13,23
list lines_merge
list
list
