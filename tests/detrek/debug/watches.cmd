tbreak compute_fn
continue
watch kept
rwatch kept.limit
info breakpoints
continue
delete 3
continue
display ntasks
display/x kept.limit
continue
continue
info display
undisplay 2
reverse-continue
reverse-continue
reverse-continue
disable
continue
continue
