goto beginning
break fail
continue
bt 4
frame 3
list split.c:13
