#!/bin/bash
# A program is the same wherever it lies: its code is the same bytes for any address, it prints the same when it is
# booted elsewhere, and when the kernel loads it behind others; several copies on one node have data of their own.
# LONG: all programs of c/.
. tests/cc/cc.sh

programs=(calls constructors extensions functions initialisers jumps structs switches)
[ -n "$LONG" ] && programs=($(basename -s .c tests/cc/c/*.c | grep -v transputer)) # which has the links to itself

code() { # FILE: the bytes of the code and the constants beside it
	objcopy -I elf32-little -O binary -j .text -j .rodata "$1" "$tmp/bytes" && od -An -v -tx1 "$tmp/bytes"
}

entry() {
	readelf -h "$1" | sed -n 's/ *Entry point address: *//p'
}

elsewhere() { # NAME: linked for two addresses; the bytes are the same, the places not
	"$TRELLIS" cc -w -O2 "tests/cc/c/$1.c" -o "$tmp/low.elf" &&
		"$TRELLIS" cc -w -O2 --base 0x80006344 "tests/cc/c/$1.c" -o "$tmp/high.elf" &&
		code "$tmp/low.elf" >"$tmp/low" && code "$tmp/high.elf" >"$tmp/high" && [ -s "$tmp/low" ] &&
		cmp "$tmp/low" "$tmp/high" && [ "$(entry "$tmp/low.elf")" != "$(entry "$tmp/high.elf")" ]
}

for p in "${programs[@]}"; do
	ok "$p: the same code at another address" elsewhere "$p"
	"$TRELLIS" boot --until 60s "$tmp/high.elf" >"$tmp/out" 2>"$tmp/err"
	same "  prints the same there" "tests/cc/c/$p.out" "$tmp/out" "$tmp/err"
done

session() { # the shell's commands; what the programs print
	{
		echo spread
		cat
	} | "$TRELLIS" shell programs/pair.topo 2>"$tmp/err" | sed -E '1,/nodes are up/d; /^\[[0-9]+\] /d; /^[0-9.]+m?s$/d'
}

# Each program behind one that stays.
"$TRELLIS" cc --kernel -w -O2 tests/cc/place/stay.c -o "$tmp/stay.elf"
for p in "${programs[@]}"; do
	"$TRELLIS" cc --kernel -w -O2 --stack 65536 "tests/cc/c/$p.c" -o "$tmp/$p.elf"
	session >"$tmp/out" <<-END
		loadgo -s $tmp n0 stay &
		loadgo -s $tmp n0 $p
	END
	same "$p: loaded by the kernel" "tests/cc/c/$p.out" "$tmp/out" "$tmp/err"
done

# Copies at once: what each prints, it prints alone too.
"$TRELLIS" cc --kernel -w -O2 tests/cc/place/copy.c -o "$tmp/copy.elf"
"$TRELLIS" cc --kernel -w -O0 tests/cc/place/copy.c -o "$tmp/slow.elf"
for k in 1 2 3 4; do
	session <<<"loadgo -s $tmp n0 copy -- $k"
done >"$tmp/wanted"
for name in copy slow; do
	session >"$tmp/out" <<-END
		loadgo -s $tmp n0 $name -- 1 &
		loadgo -s $tmp n0 $name -- 2 &
		loadgo -s $tmp n0 $name -- 3 &
		loadgo -s $tmp n0 $name -- 4
		run-until +2s
	END
	sort -o "$tmp/out" "$tmp/out"
	same "four copies on a node: $name" "$tmp/wanted" "$tmp/out" "$tmp/err"
done
ok "  nothing is wrong in any" [ "$(grep -c ', 0 wrong' "$tmp/out")" = 4 ]
echo "1..$number"
