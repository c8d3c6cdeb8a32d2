#!/bin/bash
# MicroPython's minimal port, with its own makefile, on a node: its REPL prints for the tests of the language what it prints
# on this host. MICROPYTHON=DIR: MicroPython's source. Left out are those that print addresses, the heap, or the range of an
# int that fits a word. The port knows its input and its heap by the systems' names; here two macros say the same.
. tests/tap.sh
[ -n "$MICROPYTHON" ] || { echo "1..0 # SKIP MICROPYTHON=DIR names no directory of MicroPython's source"; exit; }
left_out="array_int_repr builtin_hash builtin_id bytes_strip class_inherit1 dict2 dict_del int_big_add int_big_mul
	int_bytes_int64 int_constfolding_intbig memoryerror memoryview_intbig memoryview_slice_size string_format2"
defined="-DMICROPY_MIN_USE_STDOUT=1 -DMICROPY_HEAP_SIZE=100000"
built() { # NAME COMPILER
	make -C "$MICROPYTHON/ports/minimal" BUILD="$tmp/$1" CC="$2 $defined" > "$tmp/diff" 2>&1
	result $? "$1: compiled by its own makefile"
}
built host "gcc -U__linux__"
built node "$TRELLIS cc"

scripts=("$MICROPYTHON"/tests/basics/{a,string_}*.py)
[ -n "$LONG" ] && scripts=("$MICROPYTHON"/tests/basics/*.py)
answer() { # PROGRAM...: what it prints behind its first line, which has the date
	"$@" < "$tmp/typed" 2> "$tmp/said" | tail -n +2
}
for script in "${scripts[@]}"; do
	name=$(basename "$script" .py)
	[[ " $(echo $left_out) " == *" $name "* ]] && continue
	(printf '\005'; cat "$script"; printf '\004\004') > "$tmp/typed" # a pasted text, then the end
	is "$name" "$(answer "$TRELLIS" boot --record none --until 100s "$tmp/node/firmware.elf")" \
		"$(answer timeout 10 "$tmp/host/firmware.elf")"
done
echo "1..$n"
