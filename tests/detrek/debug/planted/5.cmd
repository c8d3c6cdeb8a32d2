goto beginning
break fail
continue
bt 3
goto task 0.10 join
list join.c:20
