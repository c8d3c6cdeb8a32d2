# Task 49 stops its nodes.
catch stop
continue
bt
frame 3
info args
delete
goto task 49 begins
bt 1
catch error
continue
