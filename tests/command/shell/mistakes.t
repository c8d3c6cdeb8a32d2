#!/bin/bash
# What is wrong in a script is told with its line, and ends the shell with status 2.
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0

# Each line: the wrong command, a tab, the message behind "LINE: ".
mistakes() {
	cat <<'EOF'
frob	unknown command frob; 'help' lists the commands
state	usage: state [-a] NODES
state n0-9	n0-9: unknown node n9 (the network has n0 to n3)
state n3-1	n3-1: the range 3-1 is reversed
state x2	x2: expected nodes such as n0-3,8 (or o for node 0, N for all)
state n-1	n-1: expected nodes such as n0-3,8 (or o for node 0, N for all)
state n0;1	n0;1: expected '-', ',' or the end after a node's number
state h	h: the host cannot run programs of the network; use n0 to n3
loadgo n0	usage: loadgo [-v] [-p PRI] [-s DIR] NODES PROGRAM [-- ARGS] [&]
loadgo n0 no/such/program	cannot find the program no/such/program; 'trellis cc --kernel' makes programs
loadgo n0 Makefile	Makefile is not a program; 'trellis cc --kernel' makes programs
loadgo n0 Makefile 1 2	1: separate the program's arguments with --
loadgo -p 2 n0 x	-p 2: priorities are 0 (high) and 1
loadgo -s /nowhere n0 x	cannot find the program x in /nowhere; 'trellis cc --kernel' makes programs
state n0 &	state cannot run in the background: only loadgo and hostmon can
state & n0	unexpected 'n0' after &
peek n0 'a	missing closing '
peek n0 0	0x00000000: the memory of n0 ends at 0x800fffff
peek n0,1 0x80000000	n0,1: peek takes one node
peek n0 0x800ffff8 3	0x800ffff8: the memory of n0 ends at 0x800fffff
peek n0 here	here: expected an address, at most 0xffffffff
kill %1	unknown job %1; 'jobs' lists them
kill %	no job is running
fg	no job is running
run-until 5	5: expected a number with its unit: ps, ns, us, ms or s
run-until 1ms	1ms is past: the time is 
doom -SIGFPE n0	-SIGFPE: signals are TRACE C ASYNC DIE ARREST RELEASE A B FUSE SHRINK, or 1 to 10
doom n0 pid	pid: expected process ids such as p281,300
doom n0	no process received the signal; 'state n0' lists the processes
tping -c 0 n0	-c 0: a count is 1 to 1000000
tping -l 2000000 n0	-l 2000000: a length is 0 to 1048576 bytes
spread -c nothing	programs/chain4.topo has no configuration nothing
spread -c btree_40	cannot make a btree of 40 nodes: 
help frob	unknown command frob; 'help' lists the commands
EOF
}

while IFS=$'\t' read -r command message; do
	n=$((n + 1))
	printf 'spread\n# a comment\n%s\nexit\n' "$command" > "$temp/script"
	program=$TRELLIS
	[ $((n % 6)) -eq 0 ] && program=$SANITIZED
	"$program" shell programs/chain4.topo "$temp/script" > "$temp/out" 2> "$temp/err"
	status=$?
	said=$(cat "$temp/err")
	if [ $status = 2 ] && [[ $said == "$temp/script:3: $message"* || $said == "$message"* ]]; then
		echo "ok $n - $command"
	else
		echo "not ok $n - $command"
		echo "# status $status: $said"
	fi
done < <(mistakes)

# Before any spread there is no network.
n=$((n + 1))
said=$(printf 'state n0\n' | $TRELLIS shell programs/chain4.topo 2>&1)
if [ "$said" = "standard input:1: no network is booted: use 'spread'" ]; then
	echo "ok $n - nothing booted"
else
	echo "not ok $n - nothing booted"
	echo "# $said"
fi

# wrong NAME SAID COMMAND: it ends with status 2, and the last line on standard error says why.
wrong() {
	local said
	n=$((n + 1))
	said=$(bash -c "$3" 2>&1 > "$temp/out" < /dev/null)
	if [ $? = 2 ] && [ "${said##*$'\n'}" = "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		echo "# $said"
	fi
}
wrong "no script" "trellis: cannot open $temp/none: No such file or directory" "$TRELLIS shell programs/chain4.topo $temp/none"
wrong "a directory as a script" "trellis: cannot read $temp: Is a directory" "$TRELLIS shell programs/chain4.topo $temp"
wrong "a directory as input" "trellis: cannot read $temp: Is a directory" "$TRELLIS shell -i $temp programs/chain4.topo"
printf '#include <stdio.h>\nint main(void) { puts("here"); return 0; }\n' > "$temp/here.c"
"$TRELLIS" cc --kernel -O1 -o "$temp/here.elf" "$temp/here.c"
printf 'spread\nloadgo N here\n' > "$temp/script"
wrong "no room for what programs say" "trellis: the programs' output cannot be written: No space left on device" \
	"$TRELLIS shell programs/chain4.topo $temp/script > /dev/full"
# A program that is made to be booted without a kernel would take its node down.
echo 'int main(void) { return 0; }' > "$temp/bare.c"
"$TRELLIS" cc -o "$temp/bare.elf" "$temp/bare.c"
n=$((n + 1))
said=$(printf 'spread\nloadgo n1 %s\n' "$temp/bare" | "$TRELLIS" shell programs/chain4.topo 2>&1 > "$temp/out")
if [ "$said" = "$temp/bare.elf: a program to be booted without a kernel; 'trellis cc --kernel' makes one for the kernel" ]; then
	echo "ok $n - a program without a kernel"
else
	echo "not ok $n - a program without a kernel"
	echo "# $said"
fi
echo "1..$n"
