# The kernel and the process for which it works are one stack; names of the application have values in all of it.
node 1
info processes
bt
bt all
semaphore key
semaphore &till
semaphore goods
last key.holder
info processes
bt
bt all
print goods
print kernel::process_table[0] == 0
up
down
semaphore key
goto beginning
tbreak clerk
continue
# calls that receive and send
tbreak kernel::message_receive
continue
bt
tbreak kernel::message_send
continue
bt 3
print goods
finish
finish
bt
# each process of a node, and of all
bt node 4
bt nodes 1
