#!/bin/bash
# A kernel call that is inserted in the middle of the list, and a kernel that is larger and slower: what the debugger, the
# analyses and the observers say is the same.
. tests/inserted.sh tests/kernel/call/inserted.patch
[ "$(stat -c %s build/node/kernel.elf)" != "$(stat -c %s "$build/node/kernel.elf")" ]
result $? "the kernel has another size"
tests_pass detrek/debug/{sessions,live,heap} detrek/flowback/why detrek/races/deadlock \
	detrek/sync/{held,messages,nodes,outside,rendezvous} command/shell/deadlock
cd /
echo "1..$n"
