#!/bin/bash
# The picture of a deadlock has the cycle of its waits, as red bows; that of a program that goes on has none.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-view" ] || { echo "1..0 # SKIP no window"; exit; }
[ -e "$build/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
export SDL_VIDEODRIVER=dummy

cat > "$tmp/ring.c" <<'E2'
#include <kernel.h>
int main(int argc, char **argv)
{
	Nmsg m = {.nh_node = (getnodeid() + 1) % 3, .nh_event = 3, .nh_type = 1, .nh_flags = NH_NOBUF, .nh_length = 4000};

	m.nh_msg = kalloc(4000);
	for (int i = 0; i < 50 && argc == 1; i++)
		nsend(&m);
	return argc > 1 ? 0 : nrecv(&m);
}
E2
"$TRELLIS" cc --kernel -g -O1 -o "$tmp/ring.elf" "$tmp/ring.c" || exit

# red NAME ARGUMENT...: pixels of a stop's colour in the network's part of a picture of the end of the program's recorded run
red() {
	printf '%s\n' spread "loadgo n0-2 $tmp/ring ${*:2}" > "$tmp/script"
	"$TRELLIS" shell --record "$tmp/$1" programs/chain4.topo "$tmp/script" > "$tmp/said" 2>&1
	end=$("$TRELLIS" replay "$tmp/$1" 2>&1 | sed -n 's/^the end of the recorded run, //p')
	"$TRELLIS" replay --picture "$tmp/$1.png@$end" "$tmp/$1" >> "$tmp/said" 2>&1 || cat "$tmp/said" >&2
	PYTHONPATH=tests/docs python3 -c '
import sys
from compare import read
width, height, rows = read(sys.argv[1])
print(sum(tuple(r[3 * x:3 * x + 3]) == (213, 94, 0) for r in rows[100:height - 220] for x in range(width)))' "$tmp/$1.png"
}
bows=$(red cycle)
[ "$bows" -gt 600 ]
result $? "bows between three nodes: $bows pixels"
is "none without a deadlock" "$(red none -- x)" 0
echo "1..$n"
