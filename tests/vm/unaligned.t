#!/bin/bash
# Words at addresses that are not multiples of four are counted and named: program, line, nodes; alike with either
# engine, of a kernel program, an application, a program without a kernel, and in the debugger. Clean programs
# say nothing, and simulated times are as they were.
. tests/tap.sh

cat > "$tmp/u.c" <<'END'
#include <stdio.h>
#include <string.h>
static char to[16] = "..............";
__attribute__((noinline)) static void put(char *p, unsigned v)
{
	*(unsigned *)p = v; /* the store */
}
__attribute__((noinline)) static double get(const char *p)
{
	return *(const double *)p; /* the load */
}
int main(void)
{
	double d = 1.5;

	for (int i = 0; i < 300; i++)
		put(to + OFFSET, 0x64636261);
	memcpy(to + 4, &d, sizeof d);
	printf("%d\n", get(to + 4 + OFFSET) == d);
	return 0;
}
END
store=$(grep -n 'the store' "$tmp/u.c" | cut -d: -f1) load=$(grep -n 'the load' "$tmp/u.c" | cut -d: -f1)
sed 's/OFFSET/1/' "$tmp/u.c" > "$tmp/odd.c"
sed 's/OFFSET/0/' "$tmp/u.c" > "$tmp/even.c"
head='words were accessed at addresses that are not multiples of 4; the processor takes the word that contains the byte:'

# told: the lines about such words, without directories and addresses
told() {
	sed -E -n "/^words were/,/^[^ ]/p; " | grep -E '^(words|  )' | sed -E 's|at [^ ]*/|at |; s/0x[0-9a-f]+/A/'
}

for engine in interpreter eager; do
	is "a kernel program, $engine" "$("$TRELLIS" run --engine "$engine" --topo programs/chain4.topo n0-2:"$tmp/odd.c" 2>&1 | told)" "$head
  put() at odd.c:$store: 900 times on n0, n1, n2, first at A
  get() at odd.c:$load: 3 times on n0, n1, n2, first at A"
done
is "a clean one" "$("$TRELLIS" run --topo programs/single.topo "$tmp/even.c" 2>&1 | told)" ""

"$TRELLIS" cc -g -O1 -o "$tmp/bare" "$tmp/odd.c"
is "a program without a kernel" "$("$TRELLIS" boot "$tmp/bare" 2>&1 | told)" "$head
  put() at odd.c:$store: 300 times on n0, first at A
  get() at odd.c:$load: 1 time on n0, first at A"

cp -r programs/ray "$tmp/app"
sed -i '0,/^{$/!b' "$tmp/app/compute.c"
line=$(grep -n '^compute_fn' "$tmp/app/compute.c" | cut -d: -f1)
sed -i "$((line + 1))a\\	{ static int odd[2]; *(volatile int *)((char *)odd + 2) = 1; }" "$tmp/app/compute.c"
is "an application" "$("$TRELLIS" run -n 3 -b "$tmp/build" -o "$tmp/out" "$tmp/app/ray.vms" -- 16 12 4 2>&1 | told |
	sed 's/[0-9]* times/N times/')" "$head
  compute_fn() at compute.c:$((line + 2)): N times on n1, n2, first at A"

"$TRELLIS" run --topo programs/single.topo --record "$tmp/rec" "$tmp/odd.c" > "$tmp/said" 2>&1
is "the debugger stops before it" "$("$TRELLIS" debug --batch -e 'goto beginning' -e 'catch unaligned' -e continue -e bt "$tmp/rec" 2>&1 |
	grep -o -e 'accesses a word at .* of 4' -e '^#0.*' | sed -E "s/0x[0-9a-f]+/A/g; s|at [^ ]*/|at |")" "accesses a word at A, which is not a multiple of 4
#0  put (p=A, v=1684234849) at odd.c:$store"
is "and before the last one, backwards" "$("$TRELLIS" debug --batch -e 'catch unaligned' -e reverse-continue -e bt "$tmp/rec" 2>&1 |
	grep -o -e '^#0  get' | sed -E "s/0x[0-9a-f]+/A/g")" "#0  get"
printf 'spread\nloadgo n0 odd\nstate N\nexit\n' > "$tmp/script"
"$TRELLIS" cc --kernel -g -o "$tmp/odd.elf" "$tmp/odd.c"
is "the shell" "$(cd "$tmp" && "$TRELLIS" shell "$OLDPWD/programs/single.topo" script 2>&1 | told | wc -l)" 3
echo "1..$n"
