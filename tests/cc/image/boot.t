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
boot() { # chip, boot file
	printf 'topology t\nnode n0 type=%s mem=64K\nhost h links=1\nwire h.0 n0.0\nend\n' "$1" >"$tmp/t.topo"
	"$TRELLIS" boot --raw -t "$tmp/t.topo" "$2" </dev/null 2>/dev/null | od -An -v -tx4 | tr -s ' \n' ' '
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
		"$TRELLIS" as --boot --chip $chip $where -o "$tmp/p.btl" tests/cc/image/boot/state.s
		cat "$tmp/dirt" "$tmp/p.btl" >"$tmp/b"
		is "$chip, base $base" "$(boot $chip "$tmp/b")" "$expected"
	done
done

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
"$TRELLIS" as --boot -o "$tmp/p.btl" tests/cc/image/boot/state.s
"$TRELLIS" dis --raw "$tmp/p.btl" >"$tmp/d.s"
"$TRELLIS" as --boot -o "$tmp/r.btl" "$tmp/d.s"
is "disassembled and assembled" "$(cmp "$tmp/p.btl" "$tmp/r.btl" 2>&1)" ""
echo "1..$n"
