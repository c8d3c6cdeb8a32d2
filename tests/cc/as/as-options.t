#!/bin/bash
# The command trellis as: its forms of output, its options, several files.
. tests/tap.sh
hex() { od -An -v -tx1 | tr -d ' \n'; }
header() { readelf -hW "$1" | grep -E "$2" | tr -s ' ' | sed 's/^ //'; }
as() { "$TRELLIS" as "$@" 2>&1; }

printf '\tldc\t1\n\tret\n' >"$tmp/a.s"
printf '\tcall\tf\n' >"$tmp/b.s"
printf '\t.global f\nf:\tret\n\t.bss\n\t.space 8\n' >"$tmp/c.s"
mkdir "$tmp/inc"
printf '\tldc\t5\n' >"$tmp/inc/five.s"
printf '\t.include "five.s"\n\tldc 6\n' >"$tmp/i.s"

as "$tmp/a.s"
is "an ELF file beside the source" "$(head -c 4 "$tmp/a.elf" | hex)" 7f454c46
as --raw "$tmp/a.s"
is "a bare block" "$(hex <"$tmp/a.btl")" 034122f0
as --flat -o "$tmp/x" "$tmp/a.s"
is "memory alone" "$(hex <"$tmp/x")" 4122f0
is "to standard output" "$(as --flat -o - "$tmp/a.s" | hex)" 4122f0
is "from standard input" "$(as --flat -o - - <"$tmp/a.s" | hex)" 4122f0
is "two files" "$(as --flat -o - "$tmp/b.s" "$tmp/c.s" | hex)" 9022f0
is "an include directory" "$(as --flat -o - -I "$tmp/inc" "$tmp/i.s" | hex)" 4546
is "header" "$(header "$tmp/a.elf" 'Class|Data|Type|Machine|Entry|Flags')" "Class: ELF32
Data: 2's complement, little endian
Type: EXEC (Executable file)
Machine: <unknown>: 0x5438
Entry point address: 0x80000070
Flags: 0x320"
as --chip t414 --base 0x80001000 -o "$tmp/x" "$tmp/a.s"
is "chip and base" "$(header "$tmp/x" 'Entry|Flags')" "Entry point address: 0x80001000
Flags: 0x19e"
as --chip T414 -o "$tmp/x" "$tmp/a.s"
is "a T414's MemStart" "$(header "$tmp/x" Entry)" "Entry point address: 0x80000048"
as -o "$tmp/x" tests/cc/as/symbols.s
is "symbols" "$(readelf -sW "$tmp/x" | tr -s ' ' | tail -n +5)" " 1: 80000074 0 NOTYPE LOCAL DEFAULT 1 main
 2: 8000007c 8 OBJECT LOCAL DEFAULT 2 table
 3: 80000070 2 FUNC GLOBAL DEFAULT 1 f
 4: 80000072 0 NOTYPE GLOBAL DEFAULT 1 h
 5: 0000002a 0 NOTYPE GLOBAL DEFAULT ABS g"
is "entry" "$(header "$tmp/x" Entry)" "Entry point address: 0x80000074"
as -o "$tmp/x" tests/cc/as/addresses.s
is "relocations" "$(readelf -rW "$tmp/x" | awk '/^8/ {print $1, $2}')" "80000094 00000001
80000098 00000001
8000009c 00000001
800000a0 00000001
800000a8 00000001"
is "sections" "$(readelf -SW "$tmp/x" | sed -n 's/^  \[ *[1-5]\] //p' | awk '{print $1, $2, $3, $4, $5, $7}')" \
	".text PROGBITS 80000070 000074 000015 AX
.rodata PROGBITS 80000088 00008c 00000c A
.data PROGBITS 80000094 000098 000018 WA
.bss NOBITS 800000c0 0000b0 000010 WA
.rel.image REL 00000000 0000b0 000028 6"
is "segments" "$(readelf -lW "$tmp/x" | grep LOAD | tr -s ' ')" \
	" LOAD 0x000074 0x80000070 0x80000070 0x00024 0x00024 R E 0x4
 LOAD 0x000098 0x80000094 0x80000094 0x00018 0x0003c RW 0x4"
as -o "$tmp/x" tests/cc/as/lines.s
is "lines" "$(readelf --debug-dump=decodedline "$tmp/x" | awk '/0x/ {print $1, $2, $3}')" "a.c 10 0x80000070
a.c 11 0x80000074
dir/b.c 200 0x80000075
a.c 9 0x800001a1
a.c - 0x800001a3
a.c 20 0x800001a8
a.c - 0x800001aa
c.c 30 0x800001a3
c.c - 0x800001a4
c.c 31 0x800001a5
c.c - 0x800001a7
d.c 40 0x800001a4
d.c - 0x800001a5"
printf '\t.file 1 "b.c"\n\t.loc 1 3\n\tret\n\t.section .debug_info\n\t.word __debug_line\n' >"$tmp/l.s"
as -o "$tmp/y" "$tmp/a.s" tests/cc/as/lines.s "$tmp/l.s"
is "lines of two files" "$(readelf --debug-dump=decodedline "$tmp/y" | awk '/0x/ {print $1, $2, $3}' | tail -2)" \
	"b.c 3 0x800001aa
b.c - 0x800001ac"
printf '\t.file 1 "b.c"\n\t.loc 1 3 7 discriminator 5\n\tret\n\t.loc 1 4 discriminator 200\n\tret\n\t.loc 1 5\n\tret\n' >"$tmp/d.s"
as -o "$tmp/d" "$tmp/d.s"
is "copies of lines" "$(readelf --debug-dump=rawline "$tmp/d" 2>&1 | sed -n 's/.*set Discriminator to //p' | xargs)" "5 200"
is "and where their programs begin" "$(readelf -x .debug_info "$tmp/y" | awk '/0x0/ {print $2, $3}')" "00000000 67000000"
printf '\t.weak w, v\nw:\tldc 1\nv:\tldc 2\n\tcall w\n\tcall v\n' >"$tmp/w1.s"
printf '\t.global w, K\nw:\tldc 3\nK = 7\n' >"$tmp/w2.s"
printf '\tldc K\n\tldpi __code_end\n' >"$tmp/w3.s"
is "weak, global and predefined names" "$(as --flat -o - "$tmp/w1.s" "$tmp/w2.s" "$tmp/w3.s" | hex)" 414292609c43474021fb
is "readelf and objdump have no complaint" "$({ readelf -aW "$tmp/x" && objdump -h "$tmp/x"; } 2>&1 >/dev/null)" ""
is "a bootstrap where the block does not do" "$(as --raw -o - "$tmp/c.s" | head -c 1 | hex)" 72
is "a bootstrap where it is asked for" "$(as --boot -o - "$tmp/a.s" | head -c 1 | hex)" 72
is "help" "$(as --help | head -1)" "usage: trellis as [OPTION]... FILE..."
is "no file" "$(as; echo $?)" "trellis: as: expected a FILE; see 'trellis as --help'
2"
is "no such chip" "$(as --chip T9000 x; echo $?)" "trellis: unknown chip T9000; a chip is T212, T222, T225, T400, T414, T425, T800, T801 or T805
2"
is "no such base" "$(as --base 3 x; echo $?)" "trellis: --base 3: expected the address of a word, such as 0x80000070
2"
is "below MemStart" "$(as --raw --base 0x80000000 -o - "$tmp/a.s"; echo $?)" \
	"trellis: the program lies at 0x80000000, below the chip's first free address 0x80000070; --base places it elsewhere
2"
cp "$tmp/a.s" "$tmp/x"
as -o "$tmp/x" tests/cc/as/bad/empty.s >/dev/null
is "a failure leaves the output as it was" "$(cat "$tmp/x")" "$(cat "$tmp/a.s")"
echo "1..$n"
