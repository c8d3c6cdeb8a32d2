#!/bin/bash
# Which loops the compiler unrolls: the loads in a function of one loop with one load. An unrolled loop of unknown length
# has a copy for the turns that are left over; at -O3 that is unrolled, too.
. tests/cc/cc.sh

cat >"$tmp/loops.c" <<'end'
struct List { struct List *next; int value; };
int counted(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int known(const int *a) { int s = 0; for (int i = 0; i < 400; i++) s += a[i]; return s; }
int thirds(const int *a) { int s = 0; for (int i = 0; i < 333; i++) s += a[i]; return s; }
int kept(const int *a, int n)
{
	int s = 0;
#pragma nounroll
	for (int i = 0; i < n; i++) s += a[i];
	return s;
}
int twice(const int *a, int n)
{
	int s = 0;
#pragma unroll(2)
	for (int i = 0; i < n; i++) s += a[i];
	return s;
}
__attribute__((minsize)) int
small(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
unsigned end(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
int kept_in_memory;
void part(const short *a, int n) { for (int i = 0; i < n; i++) kept_in_memory += a[i]; }
void call(void (*f)(int), const int *a, int n) { for (int i = 0; i < n; i++) f(a[i]); }
unsigned divisions(const unsigned *a, unsigned n, unsigned x)
{
	for (unsigned i = 0; i < n; i++) x = (x / 7 % 1000 + a[i] % (x | 1)) / (x % 11 + 1) % (x / 3 + 1);
	return x;
}
short in[1032], out[1024];
void filter(void)
{
	static const short weight[8] = {3, 5, 9, 17, -7, 21, 2, -9};
	for (int i = 0; i < 1024; i++) {
		int s = 0;
		for (int k = 0; k < 8; k++) s += in[i + k] * weight[k];
		out[i] = s;
	}
}
void moves(short *restrict y, const short *restrict x, int n)
{
	for (int i = 0; i < n; i++) y[i] = x[i] * 3 + x[i + 1] * 5 + x[i + 2] * 9 + x[i + 3] * 5;
}
end

# loads FUNCTION OPTION...: how many loads the function has.
loads() {
	"$TRELLIS" cc "${@:2}" -S -emit-llvm "$tmp/loops.c" -o - |
		sed -n "/^define .* @$1(/,/^}/p" | grep -c ' load '
}

# is NAME WANTED FUNCTION OPTION...: one test.
is() {
	local got

	got=$(loads "${@:3}")
	ok "$1" [ "$got" = "$2" ]
	[ "$got" = "$2" ] || echo "# $got loads, not $2"
}

is "computed before the loop, -O2" 5 counted -O2
is "... -O1" 1 counted -O1
is "... -O1 -funroll-loops" 7 counted -O1 -funroll-loops
is "... -O3" 7 counted -O3
is "... -Os" 1 counted -Os
is "... -fno-unroll-loops" 1 counted -O2 -fno-unroll-loops
is "400 turns" 8 known -O2
is "333 turns" 3 thirds -O2
is "a pragma against it" 1 kept -O3
is "a pragma for two copies" 3 twice -O2
is "a function that shall be small" 1 small -O2
is "the end of a string, -O2" 1 end -O2
is "... -O3" 4 end -O3
is "... -funroll-loops" 4 end -O2 -funroll-loops
# The other load is that of the variable, before the loop.
is "a variable in memory that the loop keeps as a value" 2 part -O3
is "a loop with calls" 1 call -O3
is "long turns" 1 divisions -O2
is "a filter's turn loads what the next use: four copies, of 8" 11 filter -O2
# LLVM keeps three words for the next turn, which copies of the turn need not move.
is "words that move on: 3 before, 4 in the copies, 1 in what is left over" 8 moves -O2
echo "1..$number"
