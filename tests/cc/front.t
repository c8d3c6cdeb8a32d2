#!/bin/bash
# trellis-clang, clang with a transputer as its target, beside clang for XCore, whose layouts and passes of LLVM it has:
# macros, sizes and offsets of random structures, and the code of the programs in tests/cc/c. LONG=1 has more structures
# and csmith's programs.
. tests/tap.sh
front=$(dirname "$(realpath "$TRELLIS")")/trellis-clang
include=$(dirname "$TRELLIS")/node/include
[ -x "$front" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
clang=$(command -v clang-14 || command -v clang) || { echo "1..0 # SKIP there is no clang"; exit; }
flags=(-nostdinc -isystem "$include" -w -fno-vectorize -fno-slp-vectorize -Xclang -disable-O0-optnone)

xcore() { # OPTION...
	"$clang" --target=xcore -D__T800__ -D__transputer__ -U__xcore__ -U__XS1B__ "${flags[@]}" "$@"
}

node() { # OPTION...
	"$front" "${flags[@]}" "$@"
}

is "the same macros" "$(node -dM -E -x c /dev/null | sort)" "$(xcore -dM -E -x c /dev/null | sort)"

# ---- layouts ----

for seed in $(seq 1 $([ -n "$LONG" ] && echo 200 || echo 5)); do
	python3 tests/cc/front/layouts.py "$seed" 60 > "$tmp/layouts.c"
	is "60 structures, seed $seed" "$(node -S -emit-llvm -o - "$tmp/layouts.c" | grep '^@facts')" \
		"$(xcore -S -emit-llvm -o - "$tmp/layouts.c" | grep '^@facts')"
done

# ---- code ----

# code: standard input without what has no effect: descriptions of types and numbers of metadata
code() {
	sed -E '/^!/d; s/, ![a-z.]+ ![0-9]+//g; s/(^define .*) ![a-z]+ ![0-9]+/\1/'
}

# The instruction va_arg is expanded by us, and loops are unrolled by a pass of ours (tests/cc/unroll.t).
flags+=(-fno-unroll-loops)
mapfile -t programs < <(grep -L va_arg tests/cc/c/*.c)
if [ -n "$LONG" ] && command -v csmith > /dev/null; then
	for seed in $(seq 1 100); do
		(cd "$tmp" && csmith --seed "$seed" > "csmith$seed.c") # it writes platform.info, too
		programs+=("$tmp/csmith$seed.c")
	done
	flags+=(-isystem /usr/include/csmith)
fi
for level in -O0 -O2; do
	different=
	for program in "${programs[@]}"; do
		xcore $level -S -emit-llvm -o - "$program" | code > "$tmp/xcore.ll"
		node $level -S -emit-llvm -o - "$program" | code > "$tmp/node.ll"
		cmp -s "$tmp/xcore.ll" "$tmp/node.ll" || different+=" $program"
	done
	is "$level, ${#programs[@]} programs: the same code" "$different" ""
done

# ---- what XCore cannot ----

python3 -c '
n = 30
for i in range(n):
	print(f"struct s{i};")
for i in range(n):
	print(f"struct s{i} {{ int a;", *(f"struct s{j} *p{j};" for j in range(n)), "};")
print("struct s0 first; int main(void) { return first.p0 ? first.p0->p1->a : 0; }")' > "$tmp/web.c"
node -O0 -c -emit-llvm -o "$tmp/web.bc" "$tmp/web.c"
is "30 structures that point to each other" "$? $(($(stat -c %s "$tmp/web.bc") < 100000))" "0 1"

printf 'int f(void) { return x; }\nint g(void) { return y; }\n' > "$tmp/wrong.c"
node -c -emit-llvm -o "$tmp/wrong.bc" "$tmp/wrong.c" 2> "$tmp/said"
is "mistakes" "$? $(grep -c ' error: use of undeclared' "$tmp/said") $(tail -1 "$tmp/said")" "1 2 2 errors generated."
is "... no file is written" "$(ls "$tmp/wrong.bc" 2> /dev/null)" ""
printf 'void g(int);\nvoid f(int n) {\n#pragma clang loop unroll(full)\n\tfor (int i = 0; i < n; i++) g(i);\n}\n' > "$tmp/loop.c"
"$front" -nostdinc -O2 '-Rpass=^$' -c -emit-llvm -o /dev/null "$tmp/loop.c" 2> "$tmp/said"
# (also from a folder beside that of the file, where the debugging information has names relative to the folder of both)
mkdir "$tmp/beside"
(cd "$tmp/beside" && "$front" -nostdinc -O2 '-Rpass=^$' -c -emit-llvm -o /dev/null "$tmp/loop.c" 2>> "$tmp/said")
is "a loop that a pragma cannot unroll" "$? $(grep -c 'loop.c:4:2: warning: loop not unrolled.*-Wpass-failed' "$tmp/said")" "0 2"
echo "1..$n"
