#!/bin/bash
# Archives of bitcode: with and without a symbol table the same program is linked; strong definitions take precedence
# over weak ones in either; a table that does not agree with the members is refused.
. tests/cc/cc.sh

ar=$(command -v llvm-ar-14 || command -v llvm-ar)
if [ -z "$ar" ]; then
	echo "1..0 # SKIP llvm-ar is not installed (Debian: llvm)"
	exit 0
fi
echo "1..14"
cd "$tmp" || exit 3
cc=("$TRELLIS" cc -O1)
printf 'int helper(int x);\nint main(void) { return helper(4); }\n' >main.c
printf 'int missing(int x);\nint main(void) { return missing(4); }\n' >lost.c
printf '__attribute__((weak)) int helper(int x) { return x + 2; }\n' >weak.c
printf 'int helper(int x) { return x + 1; }\nint lookups;\n' >strong.c
printf 'int never(void) { return 9; }\n' >other.c
"${cc[@]}" -c weak.c strong.c other.c || exit 3
for f in weak strong other; do
	"$ar" rc "$f.a" "$f.o" && "$ar" rcS "$f-plain.a" "$f.o" || exit 3
done
"$ar" rc both.a other.o strong.o && "$ar" rcS both-plain.a other.o strong.o || exit 3

result() { # FILE...: link them; what the program returns
	"${cc[@]}" "$@" -o a.elf && "$TRELLIS" boot a.elf 2>err
	echo $?
}

ok "a table" [ "$(result main.c both.a)" = 5 ]
mv a.elf table.elf
ok "  none" [ "$(result main.c both-plain.a)" = 5 ]
ok "  the same image" cmp -s a.elf table.elf
for w in weak.a weak-plain.a; do
	for s in strong.a strong-plain.a; do
		ok "$w before $s: the strong definition" [ "$(result main.c $w $s)" = 5 ]
	done
done
ok "a weak one alone" [ "$(result main.c other.a weak.a)" = 6 ]
ok "the first of two strong ones" [ "$(result main.c strong.a both.a)" = 5 ]

refused() { # MESSAGE FILE...
	local message=$1

	shift
	"${cc[@]}" "$@" -o a.elf 2>err
	[ $? -eq 2 ] && grep -q "$message" err
}

perl -0777 -pe 's/helper\0lookups\0/missing\0lookup\0/' strong.a >lying.a
ok "a name that the member does not define" refused \
	'^lying.a(strong.o): the archive lists missing, .*make the archive again' lost.c lying.a
perl -0777 -pe 's/^(!<arch>\n.{60})..../$1\xff\xff\xff\xff/s' strong.a >many.a
ok "a table shorter than its number of symbols" refused '^many.a: a broken archive' main.c many.a
perl -0777 -pe 's/^(!<arch>\n.{64})..../$1\xff\xff\xff\xff/s' strong.a >far.a
ok "a member outside of the archive" refused '^far.a: a broken archive' main.c far.a
perl -0777 -pe 's/^(!<arch>\n.{64})..../$1\0\0\0\x08/s' strong.a >wrong.a
ok "a symbol of no member" refused 'helper is not defined' main.c wrong.a

# Of two definitions in libraries the first one would be taken, without a word.
twice() { # ARCHIVE...: names that several of their members define
	"${ar/llvm-ar/llvm-nm}" --defined-only -g "$@" | awk '$2 ~ /[TDBR]/ { print $3 }' | sort | uniq -d
}
node=$(dirname "$TRELLIS")/node
ok "no two members of the libraries define one name" [ -z "$(twice "$node/libc.a" | tee err)$(twice "$node/libkernel.a")" ]
