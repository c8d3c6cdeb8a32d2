#!/bin/bash
# What the shell tells of nodes that are dead: it waits for them, but not for ever.
cd "$(dirname "$0")/../../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# session TOPO OPTIONS...: what the shell says to the commands of standard input, behind the lines of spread; pids,
# addresses and times are P, A and T
session() {
	local topo=programs/$1.topo
	shift
	cat > "$tmp/script"
	"$TRELLIS" shell "$@" "$topo" "$tmp/script" > "$tmp/raw" 2> "$tmp/err"
	cat "$tmp/raw" "$tmp/err" | sed -E "1,/nodes are up/d; s/^(n[0-9]+ \\[[0-9]+\\]) [0-9]+/\\1 P/; s/pid [0-9]+/pid P/g
		s/at [0-9a-f]{8}/at A/; s/workspace [0-9a-f]{8}/workspace A/
		s/^[0-9.]+m?s$/TIME/; s/the time is [0-9.]+m?s/the time is later/"
}

# A node dies; the shell waits a second for it, and prints what the others say.
cat > "$tmp/wait.c" <<E2
#include <kernel.h>
int main(void) { return nrecv(&(Nmsg){.nh_event = 91009, .nh_type = 5}); }
E2
"$TRELLIS" cc --kernel -O1 -o "$tmp/wait.elf" "$tmp/wait.c"
got=$(session mesh16 <<E2
spread
loadgo n4-6 $tmp/wait
fault crash 5 at +1ms
run-until 100ms
state n4-6
tping -c 1 n4
run-until 900ms
E2
)
is "a dead node" "$(sed "s|$tmp/||; /^ *1 /d; /^roundtrip/d" <<< "$got")" \
'[1] Waiting  n4-6 wait
  n4 wait (pid P) waits to receive (91009, 5), which n5 wait (pid P) or n6 wait (pid P) could send
  n5 wait (pid P) waits to receive (91009, 5), which n4 wait (pid P) or n6 wait (pid P) could send
  n6 wait (pid P) waits to receive (91009, 5), which n4 wait (pid P) or n5 wait (pid P) could send
  knot: each of these 3 waits, and only others of them could release it: n4 wait (pid P), n5 wait (pid P), n6 wait (pid P)
  a program that is loaded later may still end this
TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n4 [18] P 0 BR (91009, 5) wait
    waits to receive (91009, 5)
n6 [18] P 0 BR (91009, 5) wait
    waits to receive (91009, 5)
wait for each other:
  n4 wait (pid P) waits to receive (91009, 5), which only n6 wait (pid P) can send
  n6 wait (pid P) waits to receive (91009, 5), which only n4 wait (pid P) can send
  cycle: n4 wait (pid P) -> n6 wait (pid P) -> n4 wait (pid P)
  a program that is loaded later may still end this
n5 did not answer
n5: its processor crashed, at A, workspace A
script:7: 900ms is past: the time is later'

# Nodes and links that are dead when the network is booted: the others come up without them.
printf '%s\n' 'fault crash n5 at 1ms' 'fault dead n9.1 at 0ms' spread 'tping -c 1 N' 'tping -c 1 n5' > "$tmp/script"
"$TRELLIS" shell programs/mesh16.topo "$tmp/script" > "$tmp/raw" 2>&1
is "a network with a dead node and a dead link" "$(sed -nE "s|$tmp/||; s/, after [0-9.]+m?s/, after T/; s/: 0\\.[0-9]+ secs/: T/; /up, after|did not|byte from/p" "$tmp/raw")" \
'n5 did not answer
15 of 16 nodes are up, after T
  1 byte from 15 nodes: T
script:5: n5 is not up: it did not answer when the network was booted'

# A header that is corrupted on its link is a neighbour's mistake for the kernel: it stops its node, and leaves word.
# The fault counts from the header on: before it, no byte is on its way.
got=$(session chain4 <<E2
spread
run-until +1ms
fault corrupt 0.2 0xF0 at byte 14
state n0-2
E2
)
is "the record of a kernel that gave up" "$got" \
'TIME
NODE INDEX PID KPRI KSTATE PROGRAM
n1,2 did not answer
n1: its processor halted by Error, at A, workspace A
n1: its kernel left word: a packet exceeds the maximum length, workspace A'
echo "1..$n"
