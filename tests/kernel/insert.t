#!/bin/bash
# A kernel call that is inserted in the middle of the list, and a kernel that is larger and slower: what the debugger, the
# analyses and the observers say is the same.
. tests/tap.sh
[ -n "$LONG" ] || { echo "1..0 # SKIP only with make check-long: it builds everything that knows the kernel"; exit; }

# a copy of the tree, with what is built of it but sanitizers and tests
build=$(dirname "$TRELLIS")
mkdir -p "$tmp/tree/build"
git ls-files -co --exclude-standard -z | xargs -0 cp -a --parents -t "$tmp/tree"
find "$build" -mindepth 1 -maxdepth 1 ! -name san ! -name tests ! -name fuzz ! -name tsan -exec cp -a -t "$tmp/tree/build" {} +
cp tests/kernel/call/inserted.patch "$tmp"
cd "$tmp/tree" || exit 1
unset MAKEFLAGS MAKELEVEL TRELLIS SANITIZED LONG UPDATE
git init -q . # the scripts ask it for the files
patch -s -p1 < "$tmp/inserted.patch" && make -s > "$tmp/diff" 2>&1
result $? "it is built"
[ "$(stat -c %s build/node/kernel.elf)" != "$(stat -c %s "$build/node/kernel.elf")" ]
result $? "the kernel has another size"
for test in detrek/debug/{sessions,live,heap} detrek/flowback/why detrek/races/deadlock \
	detrek/sync/{held,messages,nodes,outside,rendezvous} command/shell/deadlock; do
	tests/run --one build "tests/$test.t" > "$tmp/out" 2>&1
	grep -A9 '^not ok' "$tmp/out" > "$tmp/diff"
	[ $? = 1 ] && grep -q '^ok' "$tmp/out"
	result $? "$test"
done
cd /
echo "1..$n"
