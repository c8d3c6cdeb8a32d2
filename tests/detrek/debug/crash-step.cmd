# Arguments at the first instruction, an inlined function, a step in which the node stops, a line without code.
goto task 49.0000 compute begins
info args
break strike
continue
bt 2
next
next
list work.c:44
