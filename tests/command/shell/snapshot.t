#!/bin/bash
# A network goes on from a snapshot as it would have without: programs, jobs, messages on their way.
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$(dirname "$0")/../../.." || exit
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	[ "$1" = 0 ] && echo "ok $n - $2" || { echo "not ok $n - $2"; sed 's/^/# /' "$temp/why"; }
}

cat > "$temp/loop.c" <<'E2'
volatile int n;
void start(void) { for (;;) n++; }
E2
cat > "$temp/stop.c" <<'E2'
#include <t800.h>
void start(void) { process_stop(); }
E2
for p in loop stop; do
	"$TRELLIS" cc -O1 --entry start -o "$temp/$p.elf" "$temp/$p.c" || exit
done

begin="spread -c ttree_13
loadgo n0-3 $temp/stop &
loadgo n1,2 $temp/loop &
run-until +1ms"
rest="run-until +20ms
tping -c 1 -l 5000 N
jobs
state N
kill %2
run-until +5ms
stats"

go() { # PROGRAM: the script
	"$1" shell programs/ubc75.topo 2>&1
}
printf '%s\nsnapshot %s\n%s\n' "$begin" "$temp/a.snap" "$rest" | go "$TRELLIS" > "$temp/whole"
printf 'restore %s\n%s\n' "$temp/a.snap" "$rest" | go "$TRELLIS" > "$temp/half"
diff <(sed 1,6d "$temp/whole") "$temp/half" > "$temp/why" && grep -q 'fingerprint' "$temp/half" &&
	grep -q 'Terminated' "$temp/half"
ok $? "a restored network goes on as before, its jobs too"

printf 'restore %s\n%s\n' "$temp/a.snap" "$rest" | go "$SANITIZED" > "$temp/half2"
diff "$temp/half" "$temp/half2" > "$temp/why"
ok $? "sanitizers find nothing"

printf 'restore %s\nstate n0\n' Makefile | "$TRELLIS" shell programs/chain4.topo > "$temp/why" 2>&1
[ $? = 2 ] && grep -q 'standard input:1: Makefile is not a snapshot' "$temp/why"
ok $? "what is no snapshot"

head -c 60000 "$temp/a.snap" > "$temp/b.snap"
printf 'restore %s\n' "$temp/b.snap" | "$SANITIZED" shell programs/chain4.topo > "$temp/why" 2>&1
[ $? = 2 ] && grep -q 'b.snap is damaged' "$temp/why"
ok $? "a snapshot that was cut off"

"$TRELLIS" boot --raw --restore "$temp/a.snap" > "$temp/why" 2>&1 < /dev/null
[ $? = 2 ] && grep -q 'was made by trellis shell' "$temp/why"
ok $? "trellis boot does not take it"
# exit() closes the files that a program leaves open.
cat > "$temp/open.c" <<'E2'
#include <stdio.h>
int main(void) { return !fopen("left", "w"); }
E2
"$TRELLIS" cc --kernel -O1 -o "$temp/open.elf" "$temp/open.c"
printf '%s\n' spread "loadgo n1 $temp/open" "snapshot $temp/after" | "$TRELLIS" shell -r "$temp" programs/chain4.topo > "$temp/why" 2>&1
[ $? = 0 ] && [ -s "$temp/after" ] && [ -e "$temp/left" ]
ok $? "after a program that has left a file open"
echo "1..$n"
