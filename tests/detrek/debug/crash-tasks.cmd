# Tasks and messages, on and back.
goto task 49.0000 begins
bt 1
goto task 49.0000 compute begins
bt 1
goto task 3 generator begins
bt 1
goto task 3 receiver begins
bt 2
goto beginning
catch task 49.0000
continue
continue
reverse-continue
delete
catch message n4.0
catch message n77.1
catch task 49.2
catch task 49 fly
goto task 100 begins
goto message 1 of link n4.0
goto message 100000 of link n4.0
goto message 1 of link h.0
goto task 49.0000 begin
