goto end
info tasks
break result_receiver
reverse-continue
list
list
