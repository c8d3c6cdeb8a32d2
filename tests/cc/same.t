#!/bin/bash
# Two compilations are equal to the byte: of each program of c/ at two levels, with and without debugging information; the addresses of
# the compiler's own memory, and what lies there before, differ between them.
. tests/cc/cc.sh

programs=(tests/cc/c/*.c tests/cc/c/*.ll)
[ -n "$LONG" ] || programs=(tests/cc/c/{vector_values,computed_gotos,odd_widths,structs,bitfields,data,switches,reals}.c tests/cc/c/*.ll)
levels=(-O0 "-O2 -g")
echo "1..$((${#programs[@]} * ${#levels[@]}))"
for c in "${programs[@]}"; do
	for level in "${levels[@]}"; do
		MALLOC_PERTURB_=85 "$TRELLIS" cc -w $level "$c" -o "$tmp/a.elf"
		MALLOC_PERTURB_=170 GARBAGE=$(head -c 5000 /dev/zero | tr '\0' x) "$TRELLIS" cc -w $level "$c" -o "$tmp/b.elf"
		ok "$(basename "$c") $level" cmp "$tmp/a.elf" "$tmp/b.elf"
	done
done
