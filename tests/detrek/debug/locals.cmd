tbreak compute_fn
continue
next
watch *&total
continue
continue
continue
reverse-continue
reverse-continue
reverse-continue
delete 2
goto beginning
tbreak compute_fn
continue
next
watch *&total
goto end
reverse-continue
reverse-continue
reverse-continue
continue
goto beginning
continue
continue
continue
