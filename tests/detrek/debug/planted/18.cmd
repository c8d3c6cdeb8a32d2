goto end
break put_result if nbytes == 20
reverse-continue
up
list
whatis a
