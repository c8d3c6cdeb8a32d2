#!/bin/bash
# How much the monitor on the nodes has slowed a run: measured by the same run without it, which
# changes no file; said with detrek's table.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
slowed() { sed -n 's/^ "slowed": \(.*\),/\1/p' "$(kept "$tmp/$1.rec")/run.json"; }
run() { # NAME OPTIONS...
	"$TRELLIS" run --record "$tmp/$1.rec" "${@:2}" > "$tmp/$1.out" 2> "$tmp/$1.err"
	"$TRELLIS" detrek "$tmp/$1.rec" > /dev/null 2>&1 # says once that it makes the records
}

run watched --monitor programs/quad/quad.vms
run alone programs/quad/quad.vms
factor=$("$TRELLIS" probe "$tmp/alone.rec" "$tmp/watched.rec" | awk '/^time, us/ { print $NF }')
awk -v a="$factor" -v b="$(slowed watched)" 'BEGIN { exit !(a > 1.1 && b > a - 0.02 && b < a + 0.02) }'
echo "probe $factor, measured $(slowed watched)" > "$tmp/diff"
result $? "as much as trellis probe finds"
is "from outside: nothing to measure" "$(slowed alone)" null
is "what the application prints comes once" "$(cat "$tmp/watched.out")" "$(cat programs/quad/expected.txt)"
is "detrek says so with its table" "$("$TRELLIS" detrek "$tmp/watched.rec" 2>&1)" \
	"Success
recorded by a monitor on the nodes, which made the run $(printf %.2f "$(slowed watched)") times as long; a recording without it costs nothing"
is "... and nothing of records from outside" "$("$TRELLIS" detrek "$tmp/alone.rec" 2>&1)" Success

# An application that writes a file: the run to compare with may not, so there is none.
(cd "$tmp" && "$TRELLIS" new files > said 2>&1)
cat > "$tmp/files/receive.c" <<'E2'
#include <stdio.h>
#include <trek.h>

void
result_receiver(void)
{
	FILE *f = fopen("results.txt", "a");
	unsigned char result[64];
	unsigned n = 0;

	while (get_result(result, sizeof result, NULL) >= 0)
		n++;
	if (f)
		fprintf(f, "%u results\n", n);
	printf("%u results\n", n);
}
E2
run files --monitor "$tmp/files/files.vms" 100
is "an application that writes a file: not measured, and written once" \
	"$(slowed files) $(grep results "$tmp/files.out")" "null $(cat "$tmp/files/results.txt")"
is "... which detrek says" "$("$TRELLIS" detrek "$tmp/files.rec" 2>&1)" \
	"Success
recorded by a monitor on the nodes, which slows them; a recording without it costs nothing"
echo "1..$n"
