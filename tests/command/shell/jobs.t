#!/bin/bash
# Programs on nodes: arguments, files, exit statuses, background jobs, state, doom and kill.
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$(dirname "$0")/../../.." || exit
n=0

cat > "$temp/hello.c" <<'E2'
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char line[80];
	FILE *f = argc > 2 ? fopen(argv[2], "r") : NULL;

	printf("n%u: %s\n", getnodeid(), argc > 1 ? argv[1] : "nothing");
	while (f && fgets(line, sizeof line, f))
		fputs(line, stdout);
	if (f)
		fclose(f);
	return argc > 3 ? atoi(argv[3]) : 0;
}
E2
cat > "$temp/wait.c" <<'E2'
#include <kernel.h>
int main(void)
{
	Nmsg m = {.nh_event = 91009, .nh_type = 5};

	return nrecv(&m);
}
E2
cat > "$temp/loop.c" <<'E2'
volatile int n;
int main(void) { for (;;) n++; }
E2
cat > "$temp/panic.c" <<'E2'
#include <kernel.h>
int main(void) { panic("no route to the moon"); }
E2
for p in hello wait loop panic; do
	"$TRELLIS" cc --kernel -O1 -o "$temp/$p.elf" "$temp/$p.c" || exit
done
printf 'first line\nsecond line\n' > "$temp/text"

# session NAME STATUS OPTIONS...: the script of fd 3 must print what follows it after a line "----".
# Pids, which the kernel chooses, are P in both.
session() {
	local name=$1 want=$2 status all
	shift 2
	all=$(cat <&3)
	printf '%s\n' "${all%%----*}" > "$temp/script"
	printf '%s\n' "${all#*----$'\n'}" > "$temp/want"
	"$TRELLIS" shell "$@" programs/chain4.topo "$temp/script" > "$temp/raw" 2>&1
	status=$?
	sed -E "1,/nodes are up/d; s|$temp/||g; s/^(n[0-9]+ \\[[0-9]+\\]) [0-9]+/\\1 P/; s/\\(-[0-9]+, 0\\)/(-P, 0)/; s/pid [0-9]+/pid P/; s/at [0-9a-f]{8}, workspace [0-9a-f]{8}/at A, workspace A/; s/^[0-9]+ms$/TIME/" \
		"$temp/raw" > "$temp/got"
	n=$((n + 1))
	if [ $status = "$want" ] && diff "$temp/want" "$temp/got" > "$temp/diff"; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		echo "# status $status, not $want"
		sed 's/^/# /' "$temp/diff"
	fi
}

session "arguments and files" 0 -r "$temp" 3<<E2
spread
loadgo n1 $temp/hello -- 'two words' text
loadgo -s $temp n3 hello.elf -- three
----
n1: two words
first line
second line
n3: three
E2

session "exit statuses" 1 3<<E2
spread
loadgo n0,2 $temp/hello -- x no 3
----
n0: x
n2: x
n0: hello (pid P) exited with status 3
n2: hello (pid P) exited with status 3
E2

session "background, jobs, state, kill" 0 3<<E2
spread
loadgo n0-1 $temp/loop &
run-until 50ms
loadgo n1,3 $temp/wait &
run-until +10ms
state n0-3
jobs
kill %1
kill %
jobs
state N
----
[1] n0,1 loop
TIME
[2] n1,3 wait
TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n0 [18] P 0 A (-P, 0) loop
    runs
n1 [18] P 0 A (-P, 0) loop
    runs
n1 [19] P 0 BR (91009, 5) wait
    waits to receive (91009, 5)
n3 [18] P 0 BR (91009, 5) wait
    waits to receive (91009, 5)
[1]  2 of 2 running  n0,1 loop
[2]+ 2 of 2 running  n1,3 wait
[1] Terminated  n0,1 loop
[2] Terminated  n1,3 wait
NODE INDEX PID KPRI KSTATE PROGRAM
E2

session "a program that waits goes on in the background; doom" 1 3<<E2
spread
loadgo n2 $temp/wait
doom -ARREST n2
state n2
doom n2
----
[1] Waiting  n2 wait
  n2 wait (pid P) waits to receive (91009, 5), which no thread is left to send
  a program that is loaded later may still end this
NODE INDEX PID KPRI KSTATE PROGRAM
n2 [18] P 0 S (91009, 5) wait
    waits to receive (91009, 5)
n2: wait (pid P) was killed
[1] Done  n2 wait
E2

session "panic is told" 1 3<<E2
spread
loadgo n2 $temp/panic
----
n2: panic (pid P) stopped: no route to the moon, at A, workspace A
n2: panic (pid P) called panic
E2
echo "1..$n"
