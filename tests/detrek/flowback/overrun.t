#!/bin/bash
# A library function that writes a text over the next variable is the cause of that one's value, not only on the way to it.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
here=tests/detrek/flowback/node

# said QUESTION: the notes, and the statements that they are about
said() {
	"$TRELLIS" why -n 100 "$tmp/rec" "$1" 2> "$tmp/err" | sed -nE 's/.*\((str[^)]*\) [^)]*)\).*overrun\.c:[0-9]+.*\| (.*)/\1: \2/p' | sort -u
}
for level in 0 1 2; do
	"$TRELLIS" cc --kernel -g -O$level -o "$tmp/overrun.elf" $here/overrun.c
	rm -rf "$tmp/rec"
	"$TRELLIS" run --topo programs/pair.topo --record "$tmp/rec" "n0:$tmp/overrun.elf" > "$tmp/out" 2>&1
	is "the program's output, -O$level" "$(grep total "$tmp/out")" "total 202, both 102, first $((0x656e6970 + 1))"
	wrong="strcpy() goes beyond the end of items[1].name: strcpy(items[1].name, names[1]); /* too long */"
	is "a value made of it" "$(said 'stdout~202')" "$wrong"
	is "a copy of the structure" "$(said 'stdout~102')" "$wrong"
	is "words as a text" "$(said "stdout~$((0x656e6970 + 1))")" ""
done
echo "1..$n"
