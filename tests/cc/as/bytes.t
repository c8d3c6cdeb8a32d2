#!/bin/bash
# Plain numbers of .byte, which have a way of their own through the assembler, give the bytes that the same numbers give as
# expressions, and mistakes are reported.
. tests/tap.sh
echo "1..6"

list() { # FORM: all bytes, in lines of 16, each printed in this form
	for ((i = 0; i < 256; i += 16)); do
		printf "\t.byte\t$1" "$i"
		printf ",$1" $(seq $((i + 1)) $((i + 15)))
		echo
	done
}

bytes() { # FORM: what they are assembled to
	list "$1" > "$tmp/a.s"
	"$TRELLIS" as -o "$tmp/a" "$tmp/a.s" && objcopy -I elf32-little -O binary -j .text "$tmp/a" "$tmp/text" &&
		od -An -v -tx1 "$tmp/text"
}

all=$(for ((i = 0; i < 256; i++)); do printf ' %02x%s' "$i" "$([ $((i % 16)) = 15 ] && echo x)"; done | tr x '\n')
is "plain numbers" "$(bytes %d)" "$all"
is "the same in parentheses" "$(bytes '(%d)')" "$all"
is "the same after spaces" "$(bytes '  %d')" "$all"
is "the same in hexadecimal" "$(bytes 0x%x)" "$all"

message() { # VALUE: what the assembler says of it
	printf '\t.byte\t1,%s,2\n' "$1" > "$tmp/bad.s"
	"$TRELLIS" as -o "$tmp/bad" "$tmp/bad.s" 2>&1 | sed 's/.*bad.s:/bad.s:/'
}
is "a number that begins with 0" "$(message 010)" \
	"bad.s:1: a decimal number begins with 0; an octal one is written 0o17"
is "a number that does not fit" "$(message 256)" "bad.s:1: 256 does not fit into 1 byte"
