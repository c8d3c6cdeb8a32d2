#!/bin/bash
# A node on which programs have taken all memory: it answers state and tping, passes on what is for others, and its
# processes can be ended; one that has halted is silent.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

cat > "$tmp/malloc.c" <<'E2'
#include <stdlib.h>
int main(void)
{
	size_t n = 1 << 20;

	for (;;)
		if (!malloc(n) && n > 16)
			n /= 2;
}
E2
cat > "$tmp/kalloc.c" <<'E2'
#include <kernel.h>
int main(void)
{
	uint32_t n = 1 << 20;

	for (;;)
		if (!kalloc(n) && n > 4)
			n /= 2;
}
E2
cat > "$tmp/threads.c" <<'E2'
#include <kernel.h>
static void receive(void *nothing)
{
	Nmsg m = {.nh_event = 78};

	(void)nothing;
	nrecv(&m);
}
int main(void)
{
	while (thread_start(receive, 0, 512, 1))
		continue;
	while (kalloc(4))
		continue;
	for (;;)
		continue;
}
E2
echo 'int main(void) { return 0; }' > "$tmp/small.c"
for p in malloc kalloc threads small; do
	"$TRELLIS" cc --kernel -O1 -o "$tmp/$p.elf" "$tmp/$p.c" || exit
done

# doing PROGRAM: what state shows of its threads
doing() {
	[ "$1" = threads ] || { echo '    computes'; return; }
	cat <<E2
    thread A: computes
    thread A: waits to receive (78, 0)
    and HUNDREDS more threads in the same place; -a lists all
E2
}
for p in malloc kalloc threads; do
	cat > "$tmp/script" <<E2
spread
loadgo -s $tmp n1 $p &
run-until +4s
state n1
tping -c 1 n1
state n3
loadgo -s $tmp n1-2 small
doom n1
run-until +1s
state n1
loadgo -s $tmp n1 small
fault crash 1 at +1ms
run-until +2ms
state n1
E2
	"$TRELLIS" shell programs/chain4.topo "$tmp/script" > "$tmp/all" 2>&1
	sed -E '1,/nodes are up/d; s/\] [0-9]+ ([01]) [A-Z]+ \(-?[0-9]+, 0\)/] P \1/; s/pid [0-9]+/pid P/; s/^[0-9.]+ *m?s$/T/; s/[0-9.]+ *(m?s|secs)$/T/
		/^1 message/d; /^roundtrip/d; s/[0-9a-f]{8}/A/g; s/(runs|is interrupted)$/computes/; s/and [0-9]{3} more/and HUNDREDS more/' "$tmp/all" |
		grep -v '^n1: small was not started: no memory left on the node' > "$tmp/got" # malloc leaves some
	cat > "$tmp/want" <<E2
[1] n1 $p
T
NODE INDEX PID KPRI KSTATE PROGRAM
n1 [18] P 0 $p
$(doing $p)
  1 byte from 1 node: T
NODE INDEX PID KPRI KSTATE PROGRAM
n1: $p (pid P) was killed
[1] Done  n1 $p
T
NODE INDEX PID KPRI KSTATE PROGRAM
T
NODE INDEX PID KPRI KSTATE PROGRAM
n1 did not answer
n1: its processor crashed, at A, workspace A
E2
	diff "$tmp/want" "$tmp/got" > "$tmp/diff"
	result $? "a program that takes all memory: $p"
done
echo "1..$n"
