#!/bin/bash
# What is typed to programs on nodes that run the kernel: a program that reads waits until another one has written what the
# answer waits for. The run is the same each time, and from its recording.
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
. tests/tap.sh
export TRELLIS_RECORD=none
cat >"$tmp/ask.c" <<'END'
#include <stdio.h>

int
main(void)
{
	char line[40];

	while (fgets(line, sizeof line, stdin)) {
		printf("got %s", line);
		if (line[0] == 'q')
			break;
		printf("more? ");
		fflush(stdout);
	}
	return 0;
}
END
cat >"$tmp/say.c" <<'END'
#include <stdio.h>

int
main(void)
{
	volatile int x = 0;

	for (int i = 0; i < 10000; i++)
		x += i;
	printf("ready\n");
	return 0;
}
END
net=programs/pair.topo
# run OPTION...: what the programs write; how the run ends in $tmp/end
run() {
	"$TRELLIS" run -b "$tmp/build" -t $net "n0:$tmp/ask.c" "n1:$tmp/say.c" "$@" 2>"$tmp/end" </dev/null
}
answers=(--type 'ready=one\n' --type 'more? =q\n')
wanted="ready
got one
more? got q"
is "answers to another program" "$(run "${answers[@]}" --record "$tmp/r.rec")" "$wanted"
end=$(cat "$tmp/end")
is "its recording" "$("$TRELLIS" replay "$tmp/r.rec" 2>&1 | grep '^fingerprint')" "$(grep '^fingerprint' <<<"$end")"
for option in "--threads 2" "--sync lockstep" "--engine interpreter"; do
	# shellcheck disable=SC2086
	is "with $option" "$(run "${answers[@]}" $option)" "$wanted"
	is "the same run" "$(cat "$tmp/end")" "$end"
done
is "no answer" "$(run --type 'ready!=one\n')" "ready"
is "is told" "$(grep -E '^(deadlock|--type)' "$tmp/end")" "deadlock: all processes are waiting
--type 'ready!=one\\n': the programs have not written what it waits for"

# In the shell: two programs, of which one waits.
for name in ask say; do
	"$TRELLIS" cc --kernel -o "$tmp/$name.elf" "$tmp/$name.c"
done
printf 'spread\nloadgo n1 %s &\nloadgo n0 %s\n' "$tmp/say.elf" "$tmp/ask.elf" >"$tmp/script"
is "in the shell" "$("$TRELLIS" shell "${answers[@]}" $net "$tmp/script" | grep -E "^(ready|got|more)")" "$wanted"
printf 'spread\nsnapshot %s\n' "$tmp/s" >"$tmp/script"
"$TRELLIS" shell --type a=b $net "$tmp/script" >"$tmp/out" 2>"$tmp/err"
is "no snapshot" "$? $(cat "$tmp/err")" \
	"2 $tmp/script:2: --type: snapshots do not hold typed answers; leave it out to write or restore one"
expect "two inputs" 2 "$TRELLIS" shell --type a=b --input "$tmp/script" $net "$tmp/script" <<'END'
trellis: shell: --type and --input cannot be combined
END
expect "on this host" 2 "$TRELLIS" run --native --type a=b programs/queens/queens.vms <<'END'
trellis: --type and --native cannot be combined
END
echo "1..$n"
