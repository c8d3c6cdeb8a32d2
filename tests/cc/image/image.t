#!/bin/bash
# What is said of files that are no images.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
says() { # name, expected
	n=$((n + 1))
	got=$("$TRELLIS" dis --elf "$tmp/x" 2>&1)
	status=$?
	got=${got#"$tmp/"}
	if [ $status = 2 ] && [ "$got" = "x: $2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '# expected: x: %s (2)\n# got:      %s (%s)\n' "$2" "$got" "$status"
	fi
}
good() { cp "$tmp/good" "$tmp/x"; }
patch() { # offset, bytes as \x..
	printf "$2" | dd of="$tmp/x" bs=1 seek=$(($1)) conv=notrunc status=none
}
field() { od -An -v -tu4 -j $(($1)) -N 4 "$tmp/good" | tr -d ' '; }

"$TRELLIS" as -o "$tmp/good" tests/cc/as/addresses.s
shoff=$(field 32)
section() { echo $((shoff + 40 * $1 + $2)); } # number, offset in the header
relocs=$(field $(section 5 16))
symbols=$(field $(section 6 16))

: >"$tmp/x"
says "empty" "not an ELF file; images are made by 'trellis as' and 'trellis cc'"
echo 'int main(void) {}' >"$tmp/x"
says "a text" "not an ELF file; images are made by 'trellis as' and 'trellis cc'"
head -c 30 "$tmp/good" >"$tmp/x"
says "half a header" "the ELF header is cut off after 30 of 52 bytes"
good; patch 18 '\x3e\x00'; patch 4 '\x02'
says "another machine" "an ELF file of x86-64 (machine 62); only images of 'trellis as' and 'trellis cc' run on a node"
good; patch 18 '\x34\x12'
says "no machine at all" "an ELF file of another machine (machine 4660); only images of 'trellis as' and 'trellis cc' run on a node"
good; patch 5 '\x02'
says "byte order" "an ELF file of a big-endian machine; transputers are little-endian"
good; patch 4 '\x02'
says "64 bits" "the ELF class 2 or byte order 1 is not that of an image"
good; patch 16 '\x01'
says "an object file" "an ELF file of type 1; only linked programs (type 2) can be loaded"
good; patch 36 '\x21\x00'
says "chip" "the flags name chip 33; a chip is T212, T222, T225, T400, T414, T425, T800, T801 or T805"
good; patch 44 '\x00\x10'
says "program headers" "4096 program headers at offset 52 do not lie in the file"
good; patch 32 '\x00\x00\x01\x00'
says "section headers" "9 section headers at offset 65536 do not lie in the file"
good; patch 28 '\x35'
says "crooked headers" "the program headers at offset 53 or the section headers at $shoff are not aligned to words"
good; patch 50 '\x63'
says "section names" "the section headers are not those of ELF32"
good; patch 44 '\x00'
says "no segments" "nothing to load: the file has no segments"
good; patch 52+16 '\x00\x10'
says "more bytes than memory" "segment 0 has more bytes in the file (4096) than in memory (36)"
good; patch 52+16 '\x00\x10'; patch 52+20 '\x00\x10'
says "bytes beyond the file" "segment 0 reaches beyond the end of the file"
good; patch 52+20 '\x00\x00\x00\x40'
says "too much memory" "segment 0 has 1073741824 bytes from 0x80000070 on; 64 MB are the most"
good; patch 52+20 '\x00\x00\x00\x01'
says "overlap" "the segments at 0x80000070 and 0x80000094 overlap"
good; patch 52+8 '\x71'
says "crooked segment" "segment 0 begins at 0x80000071, inside a word"
good; patch 84+8 '\x00\x00\x00\x90'
says "far apart" "the segments are spread over more than 64 MB"
good; patch 24 '\x00\x00'
says "entry" "the entry 0x80000000 does not lie in a segment with code"
good; patch 24 '\x94'
says "entry in data" "the entry 0x80000094 does not lie in a segment with code"
good; patch $(section 1 12) '\x00\x00'
says "section outside" "section .text at 0x80000000 does not lie in a segment"
good; patch $(section 3 20) '\x2c'
says "section too long" "section .data reaches beyond its segment's bytes in the file"
good; patch $(section 6 20) '\xf0\xff\xff'
says "symbols outside" "section 6 reaches beyond the end of the file, or its entries are not 16 bytes long and aligned to words"
good; patch $((symbols + 16)) '\xff\xff'
says "symbol's name" "symbol 1 has no name in the file"
good; patch $((relocs + 4)) '\x02'
says "relocation's type" "relocation 0 is of type 2; only type 1 is known"
good; patch $relocs '\xc0'
says "relocation's place" "relocation 0 is of a word at 0x800000c0, which has no value"
echo "1..$n"
