info nodes
print ntasks
break compute_fn if ntasks == 2
continue
info place
bt
next
next
last ntasks
reverse-step
delete
goto end
tbreak get_result
run
set var task = 7
branch run
break-event {ntasks == 2}@n1 == {node::node.work.finished == 1}@root
run
continue
reverse-continue
print ntasks
delete
tbreak kernel::kernel_call
run
continue
reverse-continue
