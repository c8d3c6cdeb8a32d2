break sum
commands
silent
print l->n
continue
end
commands 9
info line sum
tbreak put_result
commands
info symbol sum
info symbol &kept.limit
info symbol 12
print 1
end
info breakpoints
continue
info source
info frame
up
info frame
info line
delete 1
info symbol
