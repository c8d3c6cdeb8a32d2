#!/bin/bash
# Two compilations are equal to the byte, objects and programs: of each program of c/ at two levels, with and without debugging
# information; the addresses of the compiler's own memory, and what lies there before, differ between them.
. tests/cc/cc.sh

programs=(tests/cc/c/*.c tests/cc/c/*.ll)
[ -n "$LONG" ] || programs=(tests/cc/c/{loops,vector_values,computed_gotos,odd_widths,structs,bitfields,data,switches,reals}.c tests/cc/c/*.ll)
levels=(-O0 "-O2 -g")

compiled() { # FILE LEVEL...: its object, then its program
	"$TRELLIS" cc -w "${@:2}" -c "$1" -o "$tmp/p.o" && cat "$tmp/p.o"
	"$TRELLIS" cc -w "${@:2}" "$1" -o "$tmp/p.elf" && cat "$tmp/p.elf"
}

echo "1..$((${#programs[@]} * ${#levels[@]}))"
for c in "${programs[@]}"; do
	for level in "${levels[@]}"; do
		MALLOC_PERTURB_=85 compiled "$c" $level >"$tmp/first"
		MALLOC_PERTURB_=170 GARBAGE=$(head -c 5000 /dev/zero | tr '\0' x) compiled "$c" $level >"$tmp/second"
		ok "$(basename "$c") $level" cmp "$tmp/first" "$tmp/second"
	done
done
