goto beginning
tbreak reuse.c:42
continue
last second->value
goto beginning
tbreak deep
continue
last local[3]
finish
last second->key
goto beginning
tbreak reuse.c:41
continue
watch second->value
continue
continue
goto end
reverse-continue
reverse-continue
reverse-continue
