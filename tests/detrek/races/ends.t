#!/bin/bash
# trellis races names the threads that a deadlock holds, whatever has ended the recording. A thread
# that a program of the future could serve is not held by one.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
here=$PWD
for p in tests/detrek/debug/accounts/accounts.c tests/detrek/races/node/server.c; do
	"$TRELLIS" cc --kernel -g -O1 -o "$tmp/$(basename "$p" .c).elf" "$p" || exit 2
done

# record TOPOLOGY COMMANDS [OPTION]...: a shell's run of these commands
record() {
	printf "$2" >"$tmp/script"
	(cd "$tmp" && "$TRELLIS" shell --record rec "${@:3}" "$here/programs/$1.topo" script) >/dev/null 2>&1
}

# verdict: the exit status of trellis races, the stuck threads of the JSON, and the cycle's length
verdict() {
	"$TRELLIS" races "$tmp/rec" >"$tmp/out"
	echo "$? $("$TRELLIS" races --json "$tmp/rec" | grep -c 'waits') $(sed -n 's/^  cycle: //p' "$tmp/out" | grep -o -- '->' | wc -l)"
}

for end in '' 'state N\n' 'state N\nstate N\nps\n'; do
	record single "spread\nloadgo n0 accounts\n${end}exit"
	is "two threads, then '$end'" "$(verdict)" "1 2 2"
done
record single "spread\nloadgo n0 server &\nstate N\nexit"
is "a program that waits for news is not held" "$(verdict)" "0 0 0"
echo "1..$n"
