/* Inline assembly: each constraint, on variables of the stack and of the data, of every width; several outputs, labels, clobbers. */
#include <stdio.h>

static int global = 40;
static short half = -3;
static unsigned char byte = 200;
static struct { char c; int i; } s = {1, 2};

__attribute__((noinline)) static int
untouched(void)
{
	int x = 5, i = 0;

	asm volatile("" : "+g"(x));
	return x == 5 ? i : -1;
}

__attribute__((noinline)) static int
each(int a, int b)
{
	int array[3] = {a, b, 7}, r, q, t = 1;
	long long two = 0x500000006;

	asm("ldl %1; ldl %2; bsub; stl %0" : "=r"(r) : "r"(a), "g"(b));
	asm("ldl %0; ldc %1; bsub; stl %0" : "+r"(r) : "i"(1000));
	asm("ldl %0; ldl %1; bsub; stl %0" : "+g"(global) : "rm"(r));
	asm("ldl %1; ldnl 0; ldl %0; stnl 0" : "=m"(array[2]) : "m"(array[0]));
	asm("ldl %1; ldl %0; stnl 0" : "=m"(array[1]) : "r"(a));
	asm("ldl %0; ldnl 0; adc 1; ldl %0; stnl 0" : "+m"(s.i) : : "memory");
	asm("ldl %0; ldnl 1; ldl %0; stnl 0" : "+o"(array[0]) : "m"(array[1]));
	asm("ldl %2; stl %0; ldl %3; stl %1" : "=&r"(q), "=&r"(t) : "r"(b), "r"(a));
	asm("ldl %1; cj .Lskip%=; ldc %c2; stl %0; .Lskip%=:" : "+r"(t) : "r"(a), "n"(70));
	asm("ldl %0; ldl %2; xor; stl %0" : "=r"(q) : "0"(q), "X"(a));
	asm("ldl %1; stl %0" : "=r"(half) : "r"(half));
	asm("ldl %1; ldc 1; bsub; stl %0" : "=r"(byte) : "r"(byte));
	asm("ldl %1 + 1; stl %0 + 1; ldl %1; ldc 1; bsub; stl %0" : "=r"(two) : "r"(two));
	asm("ldl %1; ldnl 0; stl %0" : "=r"(r) : "p"(&array[1]), "m"(array[1]));
	return r + 3 * q + 5 * t + array[0] * 7 + array[1] * 11 + array[2] * 13 + (int)(two >> 32) + (int)two;
}

int
main(void)
{
	printf("%d\n", untouched());
	for (int i = 0; i < 3; i++)
		printf("%d %d %d %d %d\n", each(i, 10 - i), global, half, byte, s.i);
	return 0;
}
