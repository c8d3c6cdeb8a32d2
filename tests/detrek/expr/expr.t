#!/bin/bash
# Random C expressions have the values that a C compiler gives them.
. "$(dirname "$0")/../../tap.sh" 2>/dev/null
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
program=${build:-build}/tests/detrek/expr/expr

cat > "$dir/make.py" <<'END'
import random, sys
random.seed(int(sys.argv[2]))
names = ["i", "u", "c", "sc", "s", "us", "ll", "ull", "f", "d", "z", "big"]
integers = [n for n in names if n not in "fd"]
numbers = ["0", "1", "7", "100", "65535", "2147483647", "0x80000000", "4294967295", "5000000000", "3u", "9ll", "1ull", "'x'"]
reals = ["0.5", "3.0f", "1e3", "2.25f"]
types = ["int", "unsigned", "char", "signed char", "short", "unsigned short", "long long", "unsigned long long"]

def integer(depth):
    if depth == 0 or random.random() < 0.15:
        return random.choice(integers + numbers)
    a = integer(depth - 1)
    kind = random.randrange(12)
    if kind < 5:
        return f"({a} {random.choice('+ - * & | ^'.split())} {integer(depth - 1)})"
    if kind == 5:
        return f"({a} {random.choice('/%')} (({integer(depth - 1)} & 15) + 1))"
    if kind == 6:
        return f"({a} {random.choice(['<<', '>>'])} ({integer(depth - 1)} & 31))"
    if kind == 7:
        return f"({a} {random.choice(['<', '>', '<=', '>=', '==', '!='])} {value(depth - 1)})"
    if kind == 8:
        return f"({a} {random.choice(['&&', '||'])} {value(depth - 1)})"
    if kind == 9:
        return f"({random.choice(types)}){a}"
    if kind == 10:
        return f"sizeof({a})" if random.random() < 0.3 else f"!{a}"
    return random.choice(["-", "~", "+"]) + " " + a

def real(depth):
    if depth == 0 or random.random() < 0.2:
        return random.choice(["f", "d"] + reals)
    if random.random() < 0.2:
        return f"({random.choice(['float', 'double'])}){value(depth - 1)}"
    return f"({value(depth - 1)} {random.choice('+-*')} {real(depth - 1)})"

def value(depth):
    return real(depth) if random.random() < 0.25 else integer(depth)

for i in range(int(sys.argv[1])):
    print(f"({value(random.randrange(1, 6))}) + 0")
END
python3 "$dir/make.py" "${CASES:-3000}" "${SEED:-1}" > "$dir/expressions"

{
	cat <<'END'
#include <stdio.h>
#define SHOW(x) show(_Generic((x), int: 0, unsigned: 1, long long: 2, unsigned long long: 3, float: 4, default: 5, \
	long: 2, unsigned long: 1), (long long)_Generic((x), float: 0, double: 0, default: (x)), (double)(x))
static void show(int type, long long n, double x)
{
	static const char *const names[] = {"int", "unsigned int", "long long", "unsigned long long", "float", "double"};
	printf("%s ", names[type]);
	if (type == 0 || type == 2) printf("%lld\n", n);
	else if (type == 1) printf("%u\n", (unsigned)n);
	else if (type == 3) printf("%llu\n", (unsigned long long)n);
	else printf(type == 4 ? "%.9g\n" : "%.17g\n", x);
}
int i = -12345; unsigned u = 3000000000; unsigned char c = 200; signed char sc = -100; short s = -30000; unsigned short us = 60000;
long long ll = -5000000000000; unsigned long long ull = -3; float f = -2.75f; double d = 1e10 / 3; int z = 0; unsigned big = 7;
END
	# sizeof is of 32 bits there
	for part in $(seq 0 99); do
		echo "void part$part(void) {"
		awk -v part="$part" 'NR % 100 == part { gsub(/sizeof/, "(unsigned)sizeof"); gsub(/\(char\)/, "(unsigned char)"); print "SHOW(" $0 ");" }' "$dir/expressions"
		echo "}"
	done
	echo "int main(void) {"
	for part in $(seq 1 99) 0; do echo "part$part();"; done
	echo "}"
} > "$dir/all.c"
for part in $(seq 1 99) 0; do
	awk -v part="$part" 'NR % 100 == part' "$dir/expressions"
done > "$dir/ordered"
echo 1..1
if gcc -w -fwrapv -ffp-contract=off -o "$dir/all" "$dir/all.c" && "$dir/all" > "$dir/expected" && "$program" "$dir/ordered" > "$dir/found" &&
	cmp -s "$dir/expected" "$dir/found"; then
	echo "ok 1 - $(wc -l < "$dir/expected") random expressions"
else
	echo "not ok 1 - random expressions"
	paste -d '\n' "$dir/ordered" "$dir/expected" "$dir/found" | awk 'NR % 3 == 1 { e = $0 } NR % 3 == 2 { x = $0 } NR % 3 == 0 && x != $0 { print "# " e ": " $0 ", not " x }' | head -5
fi
