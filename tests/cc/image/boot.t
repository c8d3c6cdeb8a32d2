#!/bin/bash
# Programs behind the bootstrap, run on a node: in what state they begin. Before they are sent,
# the memory they will use is filled by pokes.
. tests/tap.sh
word() { printf "\\x$(printf %02x $(($1 & 255)))\\x$(printf %02x $(($1 >> 8 & 255)))\\x$(printf %02x $(($1 >> 16 & 255)))\\x$(printf %02x $(($1 >> 24)))"; }
dirt() { # first and last address
	for ((a = $1; a <= $2; a += 4)); do
		printf '\0'
		word $a
		word 0xdeadbeef
	done
}
constants() { # bytes of a word, the last word: a text for state.s
	printf '\t.global BYTES, LAST\n\t.equ BYTES, %d\n\t.equ LAST, %d\n' "$1" "$2"
}
constants 4 0x12345678 > "$tmp/constants.s"
constants 2 0x1234 > "$tmp/short.s"
boot() { # chip, boot file, bytes of a word
	printf 'topology t\nnode n0 type=%s mem=64K\nhost h links=1\nwire h.0 n0.0\nend\n' "$1" >"$tmp/t.topo"
	"$TRELLIS" boot --raw -t "$tmp/t.topo" "$2" </dev/null 2>/dev/null | od -An -v -tx${3:-4} | tr -s ' \n' ' '
}

# Channels of links 1 to 3, the event, timer queues; then the program's memory.
{
	dirt 0x80000004 0x8000000c
	dirt 0x80000014 0x80000028
	dirt 0x80000048 0x80000d00
} >"$tmp/dirt"

expected=" 80000010 00000001 00000000 00000000 00000001 00000001 12345678 00000001 "
for chip in T400 T414 T425 T800 T801 T805; do
	for base in default 0x80000800; do
		[ $base = default ] && where= || where="--base $base"
		"$TRELLIS" as --boot --chip $chip $where -o "$tmp/p.btl" tests/cc/image/boot/state.s "$tmp/constants.s"
		cat "$tmp/dirt" "$tmp/p.btl" >"$tmp/b"
		is "$chip, base $base" "$(boot $chip "$tmp/b")" "$expected"
	done
done

# The same with words of 16 bits. Each poke has two bytes of address and two of data.
short_dirt() { # first and last address, as positive numbers
	for ((a = $1; a <= $2; a += 2)); do
		printf '\0'
		word $a | head -c 2
		printf '\xef\xbe'
	done
}
{
	short_dirt 0x8002 0x8006
	short_dirt 0x800a 0x8014
	short_dirt 0x8024 0x8c00
} > "$tmp/dirt"
for chip in T212 T222 T225; do
	for base in default 0xffff9000; do
		[ $base = default ] && where= || where="--base $base"
		for form in --boot --raw; do
			"$TRELLIS" as $form --chip $chip $where -o "$tmp/p.btl" tests/cc/image/boot/state.s "$tmp/short.s"
			cat "$tmp/dirt" "$tmp/p.btl" > "$tmp/b"
			is "$chip, base $base, $form" "$(boot $chip "$tmp/b" 2)" " 8008 0001 0000 0000 0001 0001 1234 0001 "
		done
	done
done
"$TRELLIS" as --chip T225 -o "$tmp/p.elf" tests/cc/image/boot/state.s "$tmp/short.s"
is "an ELF file for a T225" "$(boot T225 "$tmp/p.elf" 2)" " 8008 0001 0000 0000 0001 0001 1234 0001 "
"$TRELLIS" as --boot --chip T225 -o "$tmp/p.btl" tests/cc/image/boot/state.s "$tmp/short.s"
"$TRELLIS" dis --raw --chip T225 "$tmp/p.btl" > "$tmp/d.s"
"$TRELLIS" as --boot -o "$tmp/r.btl" "$tmp/d.s"
is "a boot file for a T225, disassembled and assembled" "$(cmp "$tmp/p.btl" "$tmp/r.btl" 2>&1)" ""

# A program smaller than the bootstrap, which must not be in its own way.
cat >"$tmp/s.s" <<'END'
	ajw	4
	stl	0
	stl	0
	adc	-16
	stl	0
	ldpi	word
	ldl	0
	ldc	4
	out
	stopp
	.data
word:	.word	0x600d600d
END
"$TRELLIS" as --boot -o "$tmp/p.btl" "$tmp/s.s"
is "a small program behind the bootstrap" "$(boot T800 "$tmp/p.btl")" " 600d600d "
"$TRELLIS" as --raw -o "$tmp/q.btl" "$tmp/s.s"
is "the same as a bare block" "$(boot T800 "$tmp/q.btl")" " 600d600d "
is "which is its code and a length" "$(wc -c <"$tmp/q.btl")" 21

# dis takes a boot file apart, and as makes the same one again.
"$TRELLIS" as --boot -o "$tmp/p.btl" tests/cc/image/boot/state.s "$tmp/constants.s"
"$TRELLIS" dis --raw "$tmp/p.btl" >"$tmp/d.s"
"$TRELLIS" as --boot -o "$tmp/r.btl" "$tmp/d.s"
is "disassembled and assembled" "$(cmp "$tmp/p.btl" "$tmp/r.btl" 2>&1)" ""
echo "1..$n"
