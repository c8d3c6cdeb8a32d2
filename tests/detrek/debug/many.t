#!/bin/bash
# A node with many processes, most of them in one queue: trellis debug lists each, and takes each by its number.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

cat > "$tmp/many.c" <<'E2'
#include <kernel.h>
static void receive(void *nothing)
{
	Nmsg m = {.nh_event = 78};

	(void)nothing;
	nrecv(&m);
}
static void end(void)
{
}
int main(void)
{
	for (int i = 0; i < 650; i++)
		thread_start(receive, 0, 512, 1);
	end();
	return 0;
}
E2
"$TRELLIS" cc --kernel -O0 -g -o "$tmp/many.elf" "$tmp/many.c"
printf '%s\n' spread "loadgo n1 $tmp/many.elf" > "$tmp/script"
"$TRELLIS" shell --record "$tmp/many" programs/pair.topo "$tmp/script" > "$tmp/out" 2>&1
"$TRELLIS" debug --batch -e "goto beginning" -e "tbreak end" -e "continue" -e "info processes" -e "process 600" "$tmp/many" > "$tmp/found" 2>&1
is "all processes of the program" "$(grep -cP '\tpid [0-9]+\t' "$tmp/found")" 651
is "one by its number" "$(grep -c '^\[1\.600 many\]' "$tmp/found")" 1
echo "1..$n"
