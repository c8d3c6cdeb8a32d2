#!/bin/bash
# trellis why --against good: of the runs that are kept, it compares with the latest of the same command that ended well.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
export TRELLIS_CACHE=$tmp/cache TRELLIS_RECORD=last
mkdir "$tmp/cache"

# run SED [OPTION...]: the program below, changed by a script of sed, is run and kept.
run() {
	sed "$1" > "$tmp/t.c" <<'END' && (cd "$tmp" && "$TRELLIS" cc -O0 -g -o t.elf t.c && "$TRELLIS" boot "${@:2}") > "$tmp/out" 2>&1
#include <stdio.h>

int table[8], total;

int
main(void)
{
	int *at = table;

	for (int i = 0; i < 7; i++)
		at[i] = 3 * i + 1;
	for (int i = 0; i < 8; i++)
		total += table[i];
	return 0;
}
END
}

# asked RECORDING: which run it is compared with, and where the runs begin to differ.
asked() {
	"$TRELLIS" why --against good "$1" total > "$tmp/answer" 2> "$tmp/err"
	grep -o 'RIGHT is .*\.rec,' "$tmp/err" | sed 's/.*\///; s/,$//'
	sed -n '2s/  [0-9.]*[mu]s  node.*//p' "$tmp/answer"
}

# kept N: the name of the N-th run that is kept.
kept() {
	ls "$tmp/cache/runs" | sed -n "$1p"
}

good='  [1] decided: on to line 12, in RIGHT on to line 11  main()  t.c:10'
run 's/< 7;/< 5;/' t.elf
"$TRELLIS" why --against good last total > "$tmp/answer" 2> "$tmp/err"
is "no other run: it is refused" "$? $(grep -o 'none of the same command' "$tmp/err")" "2 none of the same command"
run 's/+ 1;/+ 2;/' t.elf
run '' t.elf
run 's/+ 1;/+ 9;/' t.elf another argument
run 's/return 0;/return 1 \/ (total - total);/' t.elf
is "a run with Error is kept" "$(grep -c 'Error was set' "$tmp/out")" 1
run 's/< 7;/< 5;/' t.elf
is "the latest that ended well, of the same command, though others are later" "$(asked last)" "$(kept 3)
$good"
cp "$tmp/cache/runs/$(kept 6)" "$tmp/run.rec"
is "of a recording that is elsewhere: a run with the same value is passed over" "$(asked "$tmp/run.rec")" "$(kept 3)
$good"
rm "$tmp/cache/runs/$(kept 3)"
is "without it, the one before" "$(asked last | head -1)" "$(kept 2)"
run 's/< 7;/< 5;/' --record "$tmp/named.rec" t.elf
is "the names of recordings are no part of the command" "$(asked "$tmp/named.rec" | head -1)" "$(kept 2)"
"$TRELLIS" why --against good --against "$tmp/run.rec" last total > "$tmp/answer" 2> "$tmp/err"
is "with another recording: refused" "$? $(cat "$tmp/err")" "2 trellis: --against: 'good' and '$tmp/run.rec': give one recording"
"$TRELLIS" why --against good --against 'table[2]' last 'table[6]' > "$tmp/answer" 2> "$tmp/err"
is "with a value: that of the run that is found" "$? $(grep -o 'table.6. = 0, in RIGHT table.2. = 7' "$tmp/answer")" "0 table[6] = 0, in RIGHT table[2] = 7"
echo "1..$n"
