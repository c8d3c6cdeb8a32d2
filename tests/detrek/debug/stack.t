#!/bin/bash
# One stack from the kernel to the application: a recorded run that waits for a semaphore, in the debugger and over its
# protocol; the lines of inlined functions, and breakpoints in all their copies.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/stack
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# record NAME NODES OPTION...: a recording of a program beside this
record() {
	local name=$1 nodes=$2
	shift 2
	"$TRELLIS" cc --kernel -g "$@" -o "$tmp/$name.elf" "$here/$name.c" &&
		"$TRELLIS" run --topo programs/pair.topo --record "$tmp/$name" "$nodes:$tmp/$name.elf" > "$tmp/out" 2>&1
}

record shop n0-1 -O1
"$TRELLIS" debug --batch -x $here/shop.cmd "$tmp/shop" > "$tmp/out" 2>&1
plain < "$tmp/out" > "$tmp/found"
golden $here/shop.out "a session"
python3 $here/dap.py "$TRELLIS" "$tmp/shop" > "$tmp/found" 2>&1
golden $here/dap.out "the same over the protocol"

"$TRELLIS" run --topo programs/single.topo --record "$tmp/forks" tests/detrek/flowback/node/waits/forks.c > "$tmp/out" 2>&1
cat > "$tmp/deadlock.py" <<'END'
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client

client = Client(sys.argv[1])
client.launch(recording=sys.argv[2])
client.request('setExceptionBreakpoints', filters=['deadlock'])
body = client.begin()
body = client.move('continue', threadId=body['threadId'])
info = client.request('exceptionInfo', threadId=body['threadId'])
print(body['reason'], '-', info['description'])
print(info['details']['stackTrace'], end='')
END
{
	python3 "$tmp/deadlock.py" "$TRELLIS" "$tmp/forks"
	"$TRELLIS" debug --batch -e 'goto beginning' -e continue "$tmp/forks"
} 2>&1 | plain > "$tmp/found"
golden $here/deadlock.out "a deadlock, in an editor and in a terminal"

record inlined n0 -O1
is "lines of inlined calls" "$(python3 $here/lines.py "$TRELLIS" "$tmp/inlined" $here/inlined.c 300)" "main > work
sum > square
work > sum"
"$TRELLIS" debug --batch -x $here/inlined.cmd "$tmp/inlined" > "$tmp/out" 2>&1
plain < "$tmp/out" > "$tmp/found"
golden $here/inlined.out "before inlined calls"

for level in 0 1 2; do
	record copies n0 -O$level
	turns=$(sed -n 's/^turns //p' "$tmp/out")
	{
		printf '%s\n' 'goto beginning' "break copies.c:$(grep -n here $here/copies.c | cut -d: -f1)"
		for ((i = 0; i < 9; i++)); do echo continue; done
	} > "$tmp/cmd"
	"$TRELLIS" debug --batch -x "$tmp/cmd" "$tmp/copies" > "$tmp/found" 2>&1
	is "stops in a function that is inlined twice and unrolled, -O$level" "$(grep -c '^breakpoint 1, at' "$tmp/found")" "$turns"
done

# values LEVEL: of what loops keep, at each turn, in a program with that optimisation
values() {
	local line turn
	record kept n0 -O$1
	{
		echo goto beginning
		for line in two one; do
			echo delete
			echo "break kept.c:$(grep -n "/\* $line" $here/kept.c | cut -d: -f1)"
			for turn in {1..24}; do
				[ $line$turn = one9 ] && break
				echo continue
				printf 'print %s\n' $([ $line = two ] && echo 'total wide[3]' || echo 's.n s.last s.in.of[2]')
			done
		done
	} > "$tmp/cmd"
	"$TRELLIS" debug --batch -x "$tmp/cmd" "$tmp/kept" 2>&1 | grep '^[a-z].* ='
}
values 0 > "$tmp/plain"
is "values at each turn of the loops" "$(wc -l < "$tmp/plain")" 72
for level in 1 2; do
	is "the same where the loops keep them, -O$level" "$(values $level)" "$(cat "$tmp/plain")"
done
"$TRELLIS" debug --batch -e 'goto beginning' -e "break kept.c:$(grep -n '/\* one' $here/kept.c | cut -d: -f1) if s.n == 2" \
	-e continue -e 'print s' -e 'info locals' "$tmp/kept" 2>&1 | grep '^s' > "$tmp/found"
golden $here/kept.out "what a variable in memory lacks"

{
	printf '%s\n' '#include <stdio.h>' 'static inline __attribute__((always_inline)) void' 'shown(int x)' '{ putchar(x); }' \
		'int main(int argc, char **argv)' '{ (void)argv;'
	printf 'shown(argc + %d);\n' {1..300}
	echo 'return 0; }'
} > "$tmp/many.c"
"$TRELLIS" cc --kernel -g -O1 -o "$tmp/many.elf" "$tmp/many.c"
"$TRELLIS" run --topo programs/pair.topo --record "$tmp/many" "n0:$tmp/many.elf" > "$tmp/out" 2>&1
is "a function that is inlined too often" "$("$TRELLIS" debug --batch -e 'break shown' "$tmp/many" 2>&1 | tail -1)" \
	"the code of 'shown' is in 256 places or more; use one of them: *ADDRESS"
echo "1..$n"
