break-event {ntasks == 1}@n1 == {ntasks == 1}@n2
break {ntasks == 1}@n1 == {ntasks == 0}@leaf
break {ntasks > 1}@n2 == {ntasks > 0}@n1
tbreak {kept.last[1] > 200}@n2
break {ntasks > 0}@n1 || {ntasks > 0}@n2
break {ntasks > 0}@n1 -> {ntasks > 0}@n2
break {ntasks > 0}@n1 == {nothing}@n2
condition 1 ntasks > 3
info breakpoints
continue
continue
continue
info node
continue
reverse-continue
reverse-continue
disable 1
reverse-continue
info breakpoints
enable
ignore 2 1
continue
print kept
delete 1
delete 2
info breakpoints
continue
