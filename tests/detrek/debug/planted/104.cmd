goto beginning
break bad
continue
up
info locals
list
