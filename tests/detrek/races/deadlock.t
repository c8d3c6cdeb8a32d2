#!/bin/bash
# A run that ends in a deadlock of two threads: the cycle of waits, with the names of the locks, is told by the run, by
# trellis races of its recording, and by the debugger.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
source=tests/detrek/debug/accounts/accounts.c

cycle() { # FILE: the lines on waits, with letters for addresses
	sed -n 's/^[ "]*\(n0 accounts .* waits for\|cycle:\)/\1/p' "$1" | sed 's/",*$//; s|[^ ]*/accounts.c|accounts.c|' | letters
}

letters() { # each address becomes a letter, in order of appearance
	awk '{ while (match($0, /8[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]/)) { a = substr($0, RSTART, 8)
		if (!(a in name)) name[a] = sprintf("%c", 65 + n++)
		$0 = substr($0, 1, RSTART - 1) name[a] substr($0, RSTART + 8) } print }'
}

lock=$(sed -n '/^static Account account/=' $source)
cat >"$tmp/waits" <<END
n0 accounts (pid 146, thread A) waits for semaphore B (account[0].lock at accounts.c:$lock), held by n0 accounts (pid 146, thread C)
n0 accounts (pid 146, thread C) waits for semaphore D (account[1].lock at accounts.c:$lock), held by n0 accounts (pid 146, thread A)
cycle: n0 accounts (pid 146, thread A) -> n0 accounts (pid 146, thread C) -> n0 accounts (pid 146, thread A)
END

"$TRELLIS" run --topo programs/single.topo --build "$tmp/build" --record "$tmp/rec" $source >"$tmp/out" 2>&1
is "the run's status" $? 1
is "the run says who waits for whom" "$(cycle "$tmp/out")" "$(cat "$tmp/waits")"
"$TRELLIS" races "$tmp/rec" >"$tmp/out"
is "no race, but a deadlock" "$? $(tail -1 "$tmp/out") $(grep -c '^deadlock: all processes are waiting$' "$tmp/out")" "1 no races in this run 1"
is "trellis order names the variables of its semaphores" "$("$TRELLIS" order --no-deadlock "$tmp/rec" | sed -nE 's/^# 0\.sem-[0-9a-f]+: (.*) at .*accounts.c:[0-9]+$/\1/p' | sort | paste -sd' ')" \
	"account[0].lock account[1].lock"
is "trellis races says who waits for whom" "$(cycle "$tmp/out")" "$(cat "$tmp/waits")"
"$TRELLIS" races --json "$tmp/rec" >"$tmp/out"
is "... as JSON" "$? $(cycle "$tmp/out")" "1 $(cat "$tmp/waits")"
printf 'continue\nprocess 1\ninfo semaphores\nwhy is this process waiting\n' >"$tmp/script"
"$TRELLIS" debug --batch -x "$tmp/script" "$tmp/rec" >"$tmp/out" 2>&1
is "the debugger names the locks and their holders" "$(sed -n 's/.*for semaphore 0x[0-9a-f]* (\([^ ]*\) at .*), held by \(0\.[0-9]\)$/\1 \2/p' "$tmp/out")" \
	"account[1].lock 0.2
account[0].lock 0.1"
is "... and the statement that waits" "$(sed -n 's/^\[1\] the process waits .*  move()  [^ ]*accounts\.c:\([0-9]*\)  .*/\1/p' "$tmp/out")" \
	"$(sed -n '/sem_wait(&o->to->lock)/=' $source)"
echo "1..$n"
