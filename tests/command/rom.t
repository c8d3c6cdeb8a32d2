#!/bin/bash
# Nodes that boot from ROM, by trellis boot: run, recorded, debugged, described; and mistakes in boot=.
. tests/tap.sh
cd "$tmp" || exit 1

cat > rom.s <<'END'
	.base	0x7fffff00
text:	.ascii	"ok\n\0"
begin:	ajw	40
	ldpi	text
	mint
	ldc	3
	out
	stopp
	.space	0xf8 - (. - text)
	j	begin
	.space	0xfe - (. - text)
	j	-8
END
"$TRELLIS" as --flat -o rom.bin rom.s
mkdir -p below

# machine BOOT: a topology of one node with this option
machine() {
	printf 'topology rom\nnode n0 mem=64K boot=%s\nhost h\nwire h.0 n0.0\nend\n' "$1"
}
machine rom:rom.bin > rom.topo
machine rom:../rom.bin > below/rom.topo
machine link > link.topo
machine tape > tape.topo
machine rom:none.bin > none.topo
machine rom:below > below.topo

# boots TOPOLOGY OPTION...: what its node says
boots() {
	"$TRELLIS" boot --raw -t "$@" < /dev/null 2> errors
}
is 'a program in ROM' "$(boots rom.topo)" ok
is 'the file lies beside its topology' "$(boots below/rom.topo)" ok
for way in '--engine translate' '--sync lockstep' '--link-events byte' '--slices 5'; do
	boots rom.topo --hash > /dev/null
	mv errors want
	# shellcheck disable=SC2086
	boots rom.topo --hash $way > /dev/null
	diff want errors > "$tmp/diff"
	result $? "the same with $way"
done

# A program that the server serves: it asks for the end, with success, and takes the answer.
cat > served.s <<'END'
	.base	0x7fffff00
exit:	.byte	6, 0, 35, 0xff, 0xc9, 0x9a, 0x3b, 0
begin:	ajw	40
	ldpi	exit
	mint
	ldc	8
	out
	mint
	ldnlp	0x300
	mint
	ldnlp	4
	ldc	8
	in
	stopp
	.space	0xf8 - (. - exit)
	j	begin
	.space	0xfe - (. - exit)
	j	-8
END
"$TRELLIS" as --flat -o served.bin served.s
machine rom:served.bin > served.topo
"$TRELLIS" boot -t served.topo > "$tmp/diff" 2>&1
result $? 'a program in ROM is served'

boots rom.topo --record rom.rec > /dev/null
is 'a recording is replayed' "$("$TRELLIS" replay rom.rec 2>&1 | grep fingerprint)" \
	"$(grep fingerprint errors)"
echo 'x/1xw 0x7fffff00' > script
is 'the debugger reads the ROM' \
	"$("$TRELLIS" debug --script script rom.rec 2>&1 | grep -c '0xa6b6f')" 1
is 'topo describes it' \
	"$("$TRELLIS" topo --text rom.topo | grep -o 'boot=rom:[^ @]*@' | tr -d @)" \
	"boot=rom:$(realpath rom.bin)"
"$TRELLIS" topo --text rom.topo > text.topo
is 'and reads what it has written' "$("$TRELLIS" topo --text text.topo)" "$(cat text.topo)"
is 'as JSON, too' "$("$TRELLIS" topo --json rom.topo | grep -c '"bytes": 256')" 1

# ---- mistakes

# refuses WHAT TOPOLOGY MESSAGE: with this message, a pattern, and exit status 2
refuses() {
	local status
	boots "$2" > /dev/null
	status=$?
	[ $status = 2 ] && grep -q "$3" errors
	status=$?
	cp errors "$tmp/diff"
	result $status "$1"
}
sed 's/ok/OK/' rom.s > other.s
cp rom.bin old.bin
"$TRELLIS" as --flat -o rom.bin other.s
"$TRELLIS" replay rom.rec > replayed 2>&1
is 'a recording refuses a ROM that has changed' "$?: $(grep -c 'rom.bin has changed' replayed)" '2: 1'
mv old.bin rom.bin
head -c 3 rom.bin > three.bin
truncate -s 20000000 big.bin
truncate -s 256 zero.bin
: > empty.bin
"$TRELLIS" as --elf -o elf.bin rom.s
for i in three big zero empty elf; do
	machine rom:$i.bin > $i.topo
done
refuses 'no such file' none.topo '^none.topo:2: boot=rom:none.bin: No such file'
refuses 'a directory' below.topo '^below.topo:2: boot=rom:below is not a file'
refuses 'another source' tape.topo '^tape.topo:2: boot=tape: boot of a node is link or rom:FILE'
refuses 'no whole words' three.topo 'three.bin has 3 bytes; a ROM consists of words'
refuses 'an empty file' empty.topo 'empty.bin has 0 bytes; a ROM consists of words'
refuses 'too large a file' big.topo 'big.bin has 20000000 bytes; the limit is 16777216'
refuses 'an ELF file' elf.topo 'elf.bin is an ELF file; .* trellis as --flat writes them'
sed "s/64K/1M/" rom.topo > large.topo
echo spread | "$TRELLIS" shell large.topo > shell 2>&1
is 'shell and run boot over links' "$?: $(grep -c 'n0: the kernel is booted over links' shell)" '2: 1'
refuses 'nothing to boot' link.topo "missing PROGRAM; see 'trellis boot --help'"
boots zero.topo --until 1ms > /dev/null
is 'no jump at the end is told' "$(grep -c 'zero.bin: the processor begins at its last' errors)" 1
echo "1..$n"
