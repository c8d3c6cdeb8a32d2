#!/bin/bash
# The command trellis dis: what it prints.
. tests/tap.sh
dis() { "$TRELLIS" dis "$@" 2>&1; }

for s in addresses sections symbols operations; do
	"$TRELLIS" as -o "$tmp/x" tests/cc/as/$s.s
	is "an image: $s" "$(dis "$tmp/x")" "$(cat tests/cc/dis/$s.txt)"
done

printf '\x20\x21\x45\x60\x4f\x61\x45\x2f\x60\x43\x21\xf1\x28\xf7\x00\x02\xf5\xf5\xf5\x60' >"$tmp/x"
is "bytes in longer ways, and unfinished" "$(dis --flat "$tmp/x")" "$(cat tests/cc/dis/bytes.txt)"
is "of a chip without floating point" "$(dis --chip T414 --base 0x80000048 "$tmp/x" | grep 'opr')" \
	"	opr	0x11			# 80000052  21 f1          ?
	opr	0x87			# 80000054  28 f7          ?"
printf '\x02\x41\xf5' >"$tmp/x"
is "a bare block" "$(dis --raw "$tmp/x" | tail -2)" \
	"	ldc	1			# 80000070  41             1
	add				# 80000071  f5             1"
printf '\x02\x41\xf5more' >"$tmp/x"
is "somebody else's bootstrap" "$(dis --raw "$tmp/x" | tail -1)" "# 4 more bytes, read by the program itself"
is "the table" "$(dis --table | grep -E '^(name|add|cj|fpusqrtfirst|lddevid|dup) ')" \
	"name           kind        code bytes        cycles pops pushes
cj             function       a an                2    1      0
dup            operation     5a 25 fa             1    1      2
add            operation      5 f5                1    2      1
fpusqrtfirst   fpentry        1 41 2a fb         27    0      0"
is "the table of another chip" "$(dis --table --chip T805 | grep -c '^lddevid ')" 1
printf '\x05\x41' >"$tmp/x"
is "a block that is cut off" "$(dis --raw "$tmp/x" | sed "s|$tmp/||")" \
	"x: not a boot file: the first byte must be the number (2 to 255) of bytes that follow, but is 5 of 2"
: >"$tmp/x"
is "an empty file" "$(dis "$tmp/x" | sed "s|$tmp/||")" "x: the file is empty"
printf 'abcdefgh' >"$tmp/x"
is "beyond the last address" "$(dis --base 0xfffffffc "$tmp/x" | sed "s|$tmp/||")" \
	"x: 8 bytes from 0xfffffffc on reach beyond the last address; --base names another place"
is "no file" "$(dis; echo $?)" "trellis: dis: expected one FILE; see 'trellis dis --help'
2"
is "help" "$(dis --help | head -1)" "usage: trellis dis [OPTION]... FILE"
echo "1..$n"
