#!/bin/bash
# trellis symbols and trellis dis -S.
. tests/cc/cc.sh

here=$PWD
build() { # LEVEL
	(cd tests/cc/debug/kinds && "$TRELLIS" cc -g $1 -nostdlib --entry start kinds.c -o "$tmp/kinds.elf")
}

# listed ARGUMENT...: without the place of the checkout.
listed() {
	"$TRELLIS" symbols "$@" 2>&1 | sed "s|$here/tests/cc/debug/kinds/||; s|$tmp/||"
}

golden() { # NAME FILE COMMAND...
	local name=$1 file=$2

	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err"
	same "$name" "tests/cc/debug/kinds/$file" "$tmp/out" "$tmp/err"
}

both_ways() { # the text with source lines is the same program
	"$TRELLIS" dis -S "$tmp/kinds.elf" >"$tmp/source.s" && "$TRELLIS" as -o "$tmp/again.elf" "$tmp/source.s" \
		&& cmp <("$TRELLIS" as --flat -o - "$tmp/source.s") <("$TRELLIS" dis "$tmp/kinds.elf" | "$TRELLIS" as --flat -o - -)
}

elsewhere() { # linked for another address, everything has moved by the distance
	(cd tests/cc/debug/kinds && "$TRELLIS" cc -g -O0 -nostdlib --entry start --base 0x80001070 kinds.c -o "$tmp/moved.elf")
	listed -v "$tmp/moved.elf" | sed 's/^8000[12]/8000@/; s/\t8000[12]/\t8000@/' >"$tmp/moved"
	listed -v "$tmp/kinds.elf" | sed 's/^8000[01]/8000@/; s/\t8000[01]/\t8000@/' >"$tmp/plain"
	diff "$tmp/moved" "$tmp/plain"
}

refused() { # MESSAGE ARGUMENT...
	local message=$1

	shift
	"$TRELLIS" "$@" 2>"$tmp/err" >"$tmp/out"
	[ $? -eq 2 ] && grep -qF -- "$message" "$tmp/err"
}

# printed LEVEL: globals that the optimiser has split or keeps in another form, after the run
printed() {
	rm -rf "$tmp/recording"
	"$TRELLIS" cc -g $1 tests/cc/debug/kinds/split.c -o "$tmp/split.elf" &&
		"$TRELLIS" boot --record "$tmp/recording" "$tmp/split.elf" >"$tmp/out" 2>&1 &&
		diff <("$TRELLIS" debug --batch -e 'print mode' -e 'print pair.count' -e 'print *pair.first' \
			-e 'print rest' "$tmp/recording" 2>&1 | grep -v '^(trellis)') - >&2
}

echo "1..12"
build -O0
golden "functions, variables and their places" kinds.symbols listed -v "$tmp/kinds.elf"
golden "types" kinds.types listed -t "$tmp/kinds.elf"
golden "an address and a name" kinds.add listed -v "$tmp/kinds.elf" add 0x80000070
ok "linked for another address" elsewhere
ok "dis -S: source lines" bash -c '"$0" dis -S "$1" | grep -q "kinds.c:35: a += sum + calls++;"' "$TRELLIS" "$tmp/kinds.elf"
ok "  and the same program" both_ways
build -O2
golden "an inlined function" kinds.inlined listed -v "$tmp/kinds.elf" start 0x80000079
"$TRELLIS" cc -nostdlib --entry start tests/cc/debug/kinds/kinds.c -o "$tmp/plain.elf"
ok "a program without -g: symbols" refused "plain.elf: the program has no debugging information" symbols "$tmp/plain.elf"
ok "  dis -S" refused "plain.elf: the program has no debugging information" dis -S "$tmp/plain.elf"
ok "no such symbol" refused "nothing is neither a symbol" symbols "$tmp/kinds.elf" nothing
ok "globals as they are written" printed -O0 <<'END'
mode = 9
pair.count = 42
*pair.first = 3
rest = {before = 2, unread = 3, after = 4}
END
ok "  and optimised" printed -O2 <<'END'
mode = 9
pair.count = 42
*pair.first = 3
rest = {before = 2, unread = <unknown>, after = 4}
END
