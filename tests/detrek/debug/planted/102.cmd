goto beginning
break exit
continue
up
list
list scene_read
list
list read_line
list
