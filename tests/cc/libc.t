#!/bin/bash
# The C library: each program of libc/ prints on a node what its .out says (the last line is its exit status), with what
# its .in holds as input. Every function that a header declares is defined, and mentioned by a program here.
. tests/cc/cc.sh

programs=(tests/cc/libc/*.c)
functions=$(sed -nE '/^(#|\t|typedef|struct)/!s/^[^(]*\b(\w+)\(.*/\1/p' kernel/libc/include/*.h kernel/libc/include/sys/*.h |
	grep -v '^__' | sort -u)
echo "1..$((${#programs[@]} + 2))"

for c in "${programs[@]}"; do
	in=${c%.c}.in
	[ -f "$in" ] || in=/dev/null
	mkdir "$tmp/files"
	"$TRELLIS" cc -O1 -fno-builtin "$c" -o "$tmp/a.elf" 2>"$tmp/err" &&
		"$TRELLIS" boot --until 60s --root "$tmp/files" --env COLOUR=red "$tmp/a.elf" a 'b c' <"$in" >"$tmp/out" 2>"$tmp/err"
	echo "status $?" >>"$tmp/out"
	same "libc: $(basename "$c" .c)" "${c%.c}.out" "$tmp/out" "$tmp/err"
	rm -rf "$tmp/files" "$tmp/out"
done

{
	for h in kernel/libc/include/*.h kernel/libc/include/sys/*.h; do
		[ "$h" = kernel/libc/include/tgmath.h ] || echo "#include <${h#kernel/libc/include/}>"
	done
	for f in $functions; do
		[ "$f" = setjmp ] || echo "void *const the_$f = (void *)($f);"
	done
	echo "int main(void) { return 0; }"
} >"$tmp/all.c"
ok "libc: every function is defined" "$TRELLIS" cc --no-gc -fno-builtin "$tmp/all.c" -o "$tmp/all.elf"

missing=$(for f in $functions; do
	grep -qw "$f" tests/cc/libc/*.c || echo "# without a test: $f"
done)
ok "libc: every function has a test" [ -z "$missing" ]
[ -z "$missing" ] || echo "$missing"
